/** Writes a registry as a site of static files. */

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, promises as fs, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { version } from '../built-files.ts';
import type { BuiltPage } from '../built-page.ts';
import { LIMITS } from '../contract/limits.ts';
import { parseSiteManifest, SITE_MANIFEST, type SiteManifest, withMeta } from '../contract/page.ts';
import type { RegistryQueries } from '../contract/queries.ts';
import {
  atEnd,
  CREATE_NEW,
  inspect,
  isAtOrBelow,
  makeNewFolders,
  refusalOf,
  removeAtEnd,
  WriteRefused,
} from '../platform/files.ts';
import { readPlainText } from '../platform/plain-file.ts';
import { type CopyPaths, RegistryRefusal } from '../registries/copy.ts';
import type { SkillRecord } from '../registry/skill-record.ts';
import type { RegistrySnapshot } from '../registry/snapshot.ts';
import { searchDocument } from '../search/search-document.ts';
import { SkillSplitter } from '../search/split-skills.ts';
import { SITE_INDEX, type SiteIndex, writeTerms } from './site-search.ts';

/** What an exported site is made of: a snapshot, its queries and the built page. */
interface SiteSource {
  readonly snapshot: RegistrySnapshot;
  /** Queries over the same snapshot. */
  readonly queries: Pick<RegistryQueries, 'list' | 'skill' | 'diagnostics'>;
  /** The built page; undefined if there is none. */
  readonly page: BuiltPage | undefined;
}

/** A path in the site, with `/` between names. */
type SitePath = string;

/**
 * Yields the files of a site: the answers of the service under their addresses, with `.json` behind those of
 * JSON, every text as it was read, so that a copy of the registry can be made, the page, and what its find
 * reads. Skills have their tokens, because a static host knows no `?tokens=1`. Skills and files with a path that some file
 * system or web host can't store are left out everywhere, also in the list of skills and the search index.
 *
 * @param paths gets the names that are left out
 */
export async function* siteFiles(
  { snapshot, queries, page }: SiteSource,
  paths: CopyPaths,
): AsyncGenerator<readonly [SitePath, string | Buffer]> {
  const { skills, layers } = snapshot;
  if (page !== undefined) yield* pageFiles(page, basename(layers[0]?.root ?? ''));
  yield [NO_JEKYLL, ''];
  yield ['health.json', JSON.stringify({ status: 'ok', version })];
  const held = new Map<string, SkillRecord>();
  for (const [key, skill] of skills) {
    const folder = `v1/skills/${key}`;
    if (![`${folder}.json`, `${folder}/skill.json`].every((path) => isPossible(path, paths))) continue;
    const files = [...skill.files].filter(
      ([path]) => skill.texts.has(path) && isPossible(`${folder}/${path}`, paths),
    );
    held.set(key, { ...skill, files: new Map(files) });
    yield [`${folder}.json`, JSON.stringify(await queries.skill(key, { tokens: true }))];
    yield [`${folder}/skill.json`, skill.manifestText];
    for (const [path] of files) yield [`${folder}/${path}`, skill.texts.get(path) ?? ''];
  }
  const list = await queries.list();
  const listed = list.skills.filter(({ key }) => held.has(key));
  yield ['v1/skills.json', JSON.stringify({ ...list, skills: listed })];
  yield ['v1/diagnostics.json', JSON.stringify(await queries.diagnostics())];
  yield [SITE_INDEX, JSON.stringify(indexOf(held))];
}

/** GitHub Pages runs Jekyll without this file, which leaves out names with `_` and reads template code in texts. */
const NO_JEKYLL = '.nojekyll';

/** Says whether every system and host can hold a path. */
function isPossible(path: SitePath, paths: CopyPaths): boolean {
  try {
    return paths.take(Buffer.from(path)) !== undefined;
  } catch (error) {
    if (!(error instanceof RegistryRefusal)) throw error;
    paths.leaveOut(path, 'has a name that leads elsewhere');
    return false;
  }
}

async function* pageFiles(
  page: BuiltPage,
  name: string,
): AsyncGenerator<readonly [SitePath, string | Buffer]> {
  // `host` tells the page that no service answers.
  yield ['index.html', withMeta(page.html, { host: 'site', name })];
  for (const [asset, bytes] of page.assets) yield [`assets/${asset}`, bytes];
}

function indexOf(skills: ReadonlyMap<string, SkillRecord>): SiteIndex {
  const splitter = new SkillSplitter();
  const documents = [...skills.values()].map(searchDocument);
  const terms = documents.map((document) =>
    splitter.split(document, skills.get(document.key)?.texts ?? new Map()),
  );
  return { documents, words: splitter.batch([]).words, skills: terms.map(writeTerms) };
}

interface WrittenSite {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Refuses a folder into which no site may be written: it has to be new, empty, or an earlier export, which is replaced.
 *
 * @param target absolute
 * @param registries absolute roots
 * @throws {WriteRefused}
 */
export async function checkTarget(target: string, registries: readonly string[]): Promise<void> {
  const stats = await inspect(target);
  if (stats?.isSymbolicLink()) throw new WriteRefused(`${target} is a link. Name the folder itself.`);
  if (stats !== undefined && !stats.isDirectory()) throw new WriteRefused(`${target} is not a folder.`);
  const root = await realPath(target);
  for (const registry of registries)
    if (isAtOrBelow(root, await realPath(registry)))
      throw new WriteRefused(
        `${target} is inside of the registry ${registry}: the site would become a part of it. Name another folder.`,
      );
  const names = stats === undefined ? [] : await fs.readdir(root);
  if (names.length === 0) return;
  const text = (await readPlainText(join(root, SITE_MANIFEST), LIMITS.siteManifestBytes)) ?? '';
  const manifest = parseSiteManifest(text);
  if (manifest === undefined)
    throw new WriteRefused(`${target} is not empty, and no exported site. Name a new folder.`);
  const own = new Set([SITE_MANIFEST, ...Object.keys(manifest.files).map((path) => path.split('/')[0])]);
  const foreign = names.find((name) => !own.has(name));
  if (foreign !== undefined)
    throw new WriteRefused(
      `${join(target, foreign)} is not of the export, and would be deleted with it. Move it away, or name a new folder.`,
    );
}

/** Resolves the links of a path that may not exist yet. */
async function realPath(path: string): Promise<string> {
  const above = dirname(path);
  return fs.realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || above === path) throw error;
    return join(await realPath(above), basename(path));
  });
}

/** Writes all files into a new folder beside the target, then renames it. */
export async function writeSite(
  target: string,
  files: AsyncIterable<readonly [SitePath, string | Buffer]>,
): Promise<WrittenSite> {
  const beside = (end: string) => join(dirname(target), `.${basename(target)}.${randomUUID()}.${end}`);
  const unfinished = beside('new');
  const withdraw = removeAtEnd(unfinished);
  let removeNew = async () => {};
  try {
    removeNew = await makeNewFolders(dirname(target));
    await fs.mkdir(unfinished);
    const listed: Record<SitePath, SiteManifest['files'][string]> = Object.create(null);
    let sum = 0;
    for await (const [path, content] of files) {
      const bytes = Buffer.from(content);
      await writeNew(unfinished, path, bytes);
      listed[path] = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
      sum += bytes.length;
    }
    const manifest: SiteManifest = { format: 1, tool: version, complete: true, files: listed };
    await writeNew(unfinished, SITE_MANIFEST, Buffer.from(`${JSON.stringify(manifest)}\n`));
    await replace(target, unfinished, beside('old'));
    return { files: Object.keys(listed).length, bytes: sum };
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true });
    await removeNew();
    throw refusalOf(error, target) ?? error;
  } finally {
    withdraw();
  }
}

async function writeNew(folder: string, path: SitePath, bytes: Buffer): Promise<void> {
  const file = join(folder, ...path.split('/'));
  await fs.mkdir(dirname(file), { recursive: true });
  await fs.writeFile(file, bytes, { flag: CREATE_NEW });
}

async function replace(target: string, unfinished: string, old: string): Promise<void> {
  const isThere = (await inspect(target)) !== undefined;
  const withdraw = [
    removeAtEnd(old),
    atEnd(() => {
      if (isThere && !existsSync(target)) renameSync(old, target);
    }),
  ];
  try {
    if (isThere) await fs.rename(target, old);
    await fs.rename(unfinished, target).catch(async (error: unknown) => {
      if (isThere) await fs.rename(old, target);
      throw error;
    });
    await fs.rm(old, { recursive: true, force: true });
  } finally {
    for (const end of withdraw) end();
  }
}
