import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printable } from '../contract/outside-text.ts';
import { listSentences } from '../contract/words.ts';
import { ABSENT, markOf, WriteRefused, writeInside } from '../platform/files.ts';
import { changedPlaces, formatLine } from '../platform/text.ts';
import { checkedFiles } from '../registry/model/skill-folder.ts';
import { readRegistry } from '../registry/read-registry.ts';
import type { RegistryLocation } from '../registry/registry-patch.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import { fixManifest } from '../validation/fix.ts';
import { describeIndex, planIndex } from './commands/index.ts';
import { count } from './text/count.ts';

export interface FixOptions {
  readonly now: Date;
  /** No writing. */
  readonly dryRun: boolean;
  /** Absolute; default: none. */
  readonly backups?: string;
  readonly say: (text: string) => void;
}

/**
 * All skill.json files, then an existing index.json. Reports and skips drafts, links, unwritable files.
 *
 * @returns number of files, including planned
 */
export async function fixRegistry(location: RegistryLocation, options: FixOptions): Promise<number> {
  const { root } = location;
  const { dryRun, backups, say } = options;
  let changed = 0;
  const { skills, drafts } = readRegistry(location);
  for (const skill of skills.values()) {
    const { key, folder, manifest, manifestText: before } = skill;
    const path = folder === '' ? MANIFEST_FILE : `${folder}/${MANIFEST_FILE}`;
    const mark = await markOf(root, path).catch(() => undefined);
    const texts = new Map([[MANIFEST_FILE, before], ...skill.texts]);
    const fix = fixManifest({ key, folder, manifest, files: checkedFiles(skill), texts });
    if (fix === undefined) continue;
    say(`${dryRun ? 'Would repair' : 'Repairing'} ${printable(join(root, path))}`);
    for (const detail of [...fix.changes, ...shownDiff(before, fix.text)])
      say(`  ${printable(detail.replaceAll('\t', '  '))}`);
    const write = () => writeInside(root, path, fix.text, mark === undefined ? {} : { expected: mark });
    if (await replace(path, write, location, options)) changed += 1;
  }
  if (await fixIndex(location, options)) changed += 1;
  if (drafts.length > 0)
    say(`Unchanged until the last {{write: …}} is replaced: ${count(drafts.length, 'draft')}.`);
  if (changed > 0 && backups !== undefined && !dryRun)
    say(`Copies of the replaced files: ${printable(backups)}`);
  return changed;
}

/** Two lines of context, `…` between. */
function shownDiff(before: string, after: string): string[] {
  return changedPlaces(before, after, 2).flatMap((place, index) => [
    ...(index === 0 ? [] : ['    …']),
    ...place.map((line) => `  ${formatLine(line).trimEnd()}`),
  ]);
}

async function fixIndex(location: RegistryLocation, options: FixOptions): Promise<boolean> {
  const { file, built, rejected, obstacles, write } = await planIndex(location, options.now);
  if (built.isNew && obstacles === undefined) return false;
  // A broken skill may be mended by hand next; its entry stays.
  const lost = rejected.length > 0 && `${listSentences(rejected, 5)} index.json is left as it is.`;
  if (obstacles !== undefined || lost !== false) {
    options.say(printable(obstacles ?? String(lost)));
    return false;
  }
  if (built.change === 'none') return false;
  options.say(`${options.dryRun ? 'Would rebuild' : 'Rebuilding'} ${printable(file)}`);
  options.say(`  ${printable(describeIndex(built))}`);
  return replace('index.json', write, location, options);
}

/** @returns replaced, or would be */
async function replace(
  path: string,
  write: () => Promise<void>,
  { root }: RegistryLocation,
  { dryRun, backups, say }: FixOptions,
): Promise<boolean> {
  if (dryRun) return true;
  try {
    if (backups !== undefined) {
      await markOf(root, path); // no link
      const bytes = await readFile(join(root, path));
      await writeInside(backups, path, bytes, { mode: 0o600, expected: ABSENT });
    }
    await write();
    return true;
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    say(`Unchanged: ${printable(error.message)}`);
    return false;
  }
}
