/** Skills for search tests: real files in a folder, or texts alone for the parts that read none. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FindResult } from '../../../src-server/contract/api/api.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { openDisk } from '../../../src-server/registry/disk/open-disk.ts';
import { readIndexedTexts } from '../../../src-server/registry/disk/read-indexed-texts.ts';
import { FindIndex } from '../../../src-server/search/index/find-index.ts';
import { SkillSplitter } from '../../../src-server/search/index/split-skills.ts';
import { LiveSearch } from '../../../src-server/search/live-search.ts';
import { type ParsedQuery, parseQuery } from '../../../src-server/search/query/parse-query.ts';
import { resolveQuery } from '../../../src-server/search/query/resolve-query.ts';
import { SkillNames } from '../../../src-server/search/query/skill-names.ts';
import { FindRanking } from '../../../src-server/search/rank/find-ranking.ts';
import { WEIGHTS } from '../../../src-server/search/rank/find-weights.ts';
import type { DocumentTexts, SearchDocument } from '../../../src-server/search/search-document.ts';

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

/** A find index whose layers have these skills. */
export function indexOf(...layers: readonly (readonly Skill[])[]): FindIndex {
  const index = new FindIndex();
  for (const skills of layers) {
    const splitter = new SkillSplitter();
    const documents = new Map(skills.map((skill) => [skill.key, documentOf(skill)]));
    const terms = skills.map((skill) =>
      splitter.split(documentOf(skill), { texts: Object.values(skill.texts), settled: true }),
    );
    index.apply(splitter.batch(terms), (key) => documents.get(key));
  }
  return index;
}

interface OpenedSearch {
  update(change: { changed: readonly SearchDocument[]; removed: readonly string[] }): LiveSearch;
  close(): Promise<void>;
}

/** A search whose terms come from files that `writeSkill` wrote. */
export function openSearch(options: Partial<ConstructorParameters<typeof LiveSearch>[0]> = {}): OpenedSearch {
  const documents = new Map<string, SearchDocument>();
  const splitter = new SkillSplitter();
  const read = options.readTexts ?? readTexts;
  const search = new LiveSearch({
    logger: silentLogger,
    readTexts: read,
    async loadTerms(keys) {
      const present = keys.flatMap((key) => documents.get(key) ?? []);
      const texts = await read(present);
      return [
        splitter.batch(present.map((document, i) => splitter.split(document, texts[i] as DocumentTexts))),
      ];
    },
    ...options,
  });
  return {
    update(change) {
      for (const key of change.removed) documents.delete(key);
      for (const document of change.changed) documents.set(document.key, document);
      search.update(change);
      return search;
    },
    close: () => search.close(),
  };
}

const ranking = new FindRanking(WEIGHTS);

/** The skills of an index that a query is a name of. */
export function namedBy(index: FindIndex, { text, name }: ParsedQuery): ReadonlySet<string> {
  const names = new SkillNames();
  names.update(
    index.skills.flatMap((skill) => skill?.document ?? []),
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
