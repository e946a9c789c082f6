/** Skills for search tests: real files in a folder, or texts alone for the parts that read none. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FindResult } from '../../../src-server/contract/api/api.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { openDisk } from '../../../src-server/registry/disk/open-disk.ts';
import { readIndexedTexts } from '../../../src-server/registry/disk/read-indexed-texts.ts';
import { runToEnd } from '../../../src-server/run-in-slices.ts';
import { createFindIndex, type FindIndex, SegmentView } from '../../../src-server/search/index/find-index.ts';
import type { Segment } from '../../../src-server/search/index/segment.ts';
import { SegmentBuilder } from '../../../src-server/search/index/segment-builder.ts';
import { type ParsedQuery, parseQuery } from '../../../src-server/search/query/parse-query.ts';
import { resolveQuery } from '../../../src-server/search/query/resolve-query.ts';
import { SkillNames } from '../../../src-server/search/query/skill-names.ts';
import { FindRanking } from '../../../src-server/search/rank/find-ranking.ts';
import { WEIGHTS } from '../../../src-server/search/rank/find-weights.ts';
import type { SearchDocument } from '../../../src-server/search/search-document.ts';

/** Reads the files that `writeSkill` wrote. */
export const readTexts = readIndexedTexts(openDisk({ logger: silentLogger }));

export type Texts = Readonly<Record<string, string>>;

export interface Skill {
  readonly key: string;
  readonly texts: Texts;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly symptoms?: readonly string[];
  readonly packages?: readonly string[];
  readonly trustScore?: number;
}

export function documentOf(
  { key, texts, tags = [], summary = '', symptoms = [], packages = [], trustScore = 50 }: Skill,
  directory = '',
): SearchDocument {
  const [language = '', , name = ''] = key.split('/');
  const files = Object.keys(texts).map((path) => ({ path, size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 }));
  const revision = JSON.stringify([tags, summary, symptoms, texts]);
  return { key, name, language, tags, summary, symptoms, packages, trustScore, directory, files, revision };
}

/** Writes a skill's files below `root`. */
export function writeSkill(root: string, skill: Skill): SearchDocument {
  const directory = join(root, skill.key);
  const files = Object.entries(skill.texts).map(([path, text]) => {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const { size, mtimeMs, ctimeMs, ino } = statSync(file);
    return { path, size, mtimeMs, ctimeMs, ino };
  });
  return { ...documentOf(skill, directory), files };
}

export function segmentOf(skills: readonly Skill[]): Segment {
  const builder = new SegmentBuilder();
  for (const skill of skills) runToEnd(builder.add(documentOf(skill), Object.values(skill.texts)));
  return runToEnd(builder.finish());
}

/** A find index whose segments hold these skills. */
export function indexOf(...segments: readonly (readonly Skill[])[]): FindIndex {
  return createFindIndex(
    segments.map((skills) => {
      const view = new SegmentView(segmentOf(skills));
      for (const [number, skill] of skills.entries()) view.put(number, documentOf(skill), true);
      return view;
    }),
  );
}

const ranking = new FindRanking(WEIGHTS);

/** The skills of an index that a query is a name of. */
export function namedBy(index: FindIndex, { text, name }: ParsedQuery): ReadonlySet<string> {
  const names = new SkillNames();
  names.update(
    index.views.flatMap(({ documents }) => documents.filter((document) => document !== undefined)),
    [],
  );
  const named = names.resolve(text);
  return new Set(named.length > 0 ? named : names.resolve(name));
}

/** Keys and weights of everything that a query finds. */
export function rank(index: FindIndex, query: string, limit = 1000): Pick<FindResult, 'key' | 'raw_score'>[] {
  const parsed = parseQuery(query);
  return ranking
    .rank(index, resolveQuery(index, parsed, WEIGHTS), { limit, named: namedBy(index, parsed) })
    .ranked.map(({ document, weight }) => ({ key: document.key, raw_score: weight }));
}

export const keysOf = (results: readonly { readonly key: string }[]): string[] =>
  results.map(({ key }) => key);
