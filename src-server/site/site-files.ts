import { promises as fs } from 'node:fs';
import { basename, join } from 'node:path';
import { version } from '../built-files.ts';
import { withMeta } from '../contract/page.ts';
import type { RegistryQueries } from '../contract/queries.ts';
import { searchDocument } from '../registry/model/search-document.ts';
import type { RegistrySnapshot } from '../registry/snapshot.ts';
import { SkillSplitter } from '../search/split-skills.ts';
import { SITE_INDEX, type SiteIndex, writeTerms } from './site-search.ts';

export interface SiteSource {
  readonly snapshot: RegistrySnapshot;
  /** Over the same snapshot. */
  readonly queries: Pick<RegistryQueries, 'list' | 'skill' | 'diagnostics'>;
  /** Of the built page; undefined without. */
  readonly pageFolder: string | undefined;
}

/** In the site, with `/` between names. */
export type SitePath = string;

/**
 * The answers of the service under their addresses, `.json` behind those of JSON; every text as it was read, so that
 * a copy of the registry can be made; the page; what the page's find reads. Skills have their tokens: a static host knows
 * no `?tokens=1`.
 */
export async function* siteFiles({
  snapshot,
  queries,
  pageFolder,
}: SiteSource): AsyncGenerator<readonly [SitePath, string | Buffer]> {
  const { skills, layers } = snapshot;
  if (pageFolder !== undefined) yield* pageFiles(pageFolder, basename(layers[0]?.root ?? ''));
  yield ['health.json', JSON.stringify({ status: 'ok', version })];
  yield ['v1/skills.json', JSON.stringify(await queries.list())];
  yield ['v1/diagnostics.json', JSON.stringify(await queries.diagnostics())];
  yield [SITE_INDEX, JSON.stringify(indexOf(snapshot))];
  for (const { key, manifestText, texts } of skills.values()) {
    const folder = `v1/skills/${key}`;
    yield [`${folder}.json`, JSON.stringify(await queries.skill(key, { tokens: true }))];
    yield [`${folder}/skill.json`, manifestText];
    for (const [path, text] of texts) yield [`${folder}/${path}`, text];
  }
}

async function* pageFiles(
  folder: string,
  name: string,
): AsyncGenerator<readonly [SitePath, string | Buffer]> {
  // `host` tells the page that no service answers.
  yield [
    'index.html',
    withMeta(await fs.readFile(join(folder, 'index.html'), 'utf8'), { host: 'site', name }),
  ];
  for (const asset of (await fs.readdir(join(folder, 'assets'))).sort())
    yield [`assets/${asset}`, await fs.readFile(join(folder, 'assets', asset))];
}

export function indexOf({ skills }: Pick<RegistrySnapshot, 'skills'>): SiteIndex {
  const splitter = new SkillSplitter();
  const documents = [...skills.values()].map(searchDocument);
  const terms = documents.map((document) =>
    splitter.split(document, skills.get(document.key)?.texts ?? new Map()),
  );
  return { documents, words: splitter.batch([]).words, skills: terms.map(writeTerms) };
}
