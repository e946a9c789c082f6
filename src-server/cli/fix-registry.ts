import { join, relative, sep } from 'node:path';
import type { JsonObject } from '../contract/api/json-object.ts';
import { listSentences } from '../contract/words/list-words.ts';
import { printable } from '../contract/words/printable.ts';
import { changedPlaces, formatLine } from '../platform/diff.ts';
import { WriteRefused } from '../platform/guarded-path.ts';
import { backupInto, type FileMark, markOf, writeInside } from '../platform/write-file.ts';
import { checkedFiles } from '../registry/model/skill-folder.ts';
import { type RegistryReading, readRegistry } from '../registry/read-registry.ts';
import type { RegistryLocation } from '../registry/registry-patch.ts';
import { buildIndex, indexObstacles, rejectedSkills } from '../registry/write/build-index.ts';
import { readIndexFile } from '../registry/write/rewrite-index.ts';
import { inTurn } from '../registry/write/store-submission.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import { fixManifest } from '../validation/fix-manifest.ts';
import { libraryFacts, namesInManifests, type PackageNames } from './init/library-facts.ts';
import { readLibrary } from './init/read-library.ts';
import { count } from './text/count.ts';
import { describeIndex, describeObstacles } from './text/describe-index.ts';

const INDEX_FILE = 'index.json';
/** Others are counted. */
const NAMED = 5;

export interface FixOptions {
  readonly now: Date;
  /** No writing. */
  readonly dryRun: boolean;
  /** Absolute; default: none. */
  readonly backups?: string;
  readonly say: (text: string) => void;
}

export interface FixResult {
  /** Files, including planned. */
  readonly changed: number;
  /** Skipped. */
  readonly drafts: number;
}

interface Repair {
  readonly file: string;
  readonly text: string;
  /** Message openings. */
  readonly verbs: readonly [would: string, does: string];
  readonly details: readonly string[];
}

/** All skill.json files, then an existing index.json. Reports and skips drafts, links, unwritable files. */
export async function fixRegistry(location: RegistryLocation, options: FixOptions): Promise<FixResult> {
  let changed = 0;
  const { skills, drafts } = readRegistry(location, options.now);
  for (const skill of skills.values()) {
    const expected = options.dryRun
      ? undefined
      : await markOf(skill.directory, MANIFEST_FILE).catch(() => undefined);
    const { key, folder, manifest, manifestText: before, texts } = skill;
    const readText = (path: string) => (path === MANIFEST_FILE ? before : texts.get(path));
    const facts = { key, folder, manifest, files: checkedFiles(skill), readText };
    const fix = fixManifest(facts, packagesFor(manifest, location));
    if (fix === undefined) continue;
    const repair: Repair = {
      file: join(skill.directory, MANIFEST_FILE),
      text: fix.text,
      verbs: ['Would repair', 'Repairing'],
      details: [...fix.changes, ...shownDiff(before, fix.text).map((line) => `  ${line}`)],
    };
    if (await replaceFile(repair, location, options, expected)) changed += 1;
  }
  if (await fixIndexInTurn(location, options)) changed += 1;
  if (drafts.length > 0)
    options.say(`Unchanged until the last {{write: …}} is replaced: ${count(drafts.length, 'draft')}.`);
  if (changed > 0 && options.backups !== undefined && !options.dryRun)
    options.say(`Copies of the replaced files: ${printable(options.backups)}`);
  return { changed, drafts: drafts.length };
}

/** From the library's files, if beside the skill. */
function packagesFor({ repo }: JsonObject, { root, layout }: RegistryLocation): PackageNames {
  if (layout !== 'library') return {};
  const { texts } = readLibrary(root);
  const { facts } = libraryFacts(texts);
  const isOther = typeof repo === 'string' && facts.repo !== undefined && !isSameRepo(repo, facts.repo);
  return isOther ? {} : namesInManifests(texts, facts.language);
}

function isSameRepo(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

async function fixIndexInTurn(location: RegistryLocation, options: FixOptions): Promise<boolean> {
  if (options.dryRun || readIndexFile(location.root).index === undefined) return fixIndex(location, options);
  // Locks only for a change: the folder may be read-only.
  const said: string[] = [];
  const isToChange = await fixIndex(location, { ...options, dryRun: true, say: (text) => said.push(text) });
  if (isToChange) return inTurn(location, () => fixIndex(location, options));
  for (const text of said) options.say(text);
  return false;
}

/** Two lines of context, `…` between. */
function shownDiff(before: string, after: string): string[] {
  return changedPlaces(before, after, 2).flatMap((place, index) => [
    ...(index === 0 ? [] : ['  …']),
    ...place.map((line) => formatLine(line).trimEnd()),
  ]);
}

async function fixIndex(location: RegistryLocation, options: FixOptions): Promise<boolean> {
  const { now, dryRun } = options;
  const expected = dryRun ? undefined : await markOf(location.root, INDEX_FILE).catch(() => undefined);
  const snapshot = readRegistry(location, now);
  if (hasNoIndex(snapshot)) return false;
  // A broken skill may be mended by hand next; its entry stays.
  const rejected = listSentences(rejectedSkills(snapshot), NAMED);
  const obstacles = describeObstacles([...indexObstacles(snapshot), ...(rejected === '' ? [] : [rejected])]);
  if (obstacles !== undefined) {
    options.say(printable(obstacles));
    return false;
  }
  const built = buildIndex(snapshot, now);
  if (built.change === 'none') return false;
  const repair: Repair = {
    file: join(location.root, INDEX_FILE),
    text: built.text,
    verbs: ['Would rebuild', 'Rebuilding'],
    details: [describeIndex(built)],
  };
  return replaceFile(repair, location, options, expected);
}

/** Missing, not unusable. */
function hasNoIndex({
  contents: {
    indexFile: { index, diagnostics },
  },
}: RegistryReading): boolean {
  return index === undefined && diagnostics.length === 0;
}

/** @returns replaced, or would be */
async function replaceFile(
  { file, text, verbs, details }: Repair,
  { root }: RegistryLocation,
  { dryRun, backups, say }: FixOptions,
  expected: FileMark | undefined,
): Promise<boolean> {
  const [would, does] = verbs;
  say(`${dryRun ? would : does} ${printable(file)}`);
  for (const detail of details) say(`  ${printable(detail.replaceAll('\t', '  '))}`);
  if (dryRun) return true;
  const path = relative(root, file).split(sep).join('/');
  try {
    if (backups !== undefined) await backupInto(backups, root, path);
    await writeInside(root, path, text, expected === undefined ? {} : { expected });
    return true;
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    say(`Unchanged: ${printable(error.message)}`);
    return false;
  }
}
