import { join } from 'node:path';
import { readRegistry } from '../registry/disk/load-registry.ts';
import { buildIndex } from '../registry/model/build-index.ts';
import {
  assembleSnapshot,
  type RegistryLocation,
  type RegistrySnapshot,
} from '../registry/model/registry-snapshot.ts';
import { allSkillFacts } from '../registry/rule-facts.ts';
import { changedPlaces, formatLine } from '../text/line-diff.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import { fixManifest } from '../validation/fix-manifest.ts';
import { visibleText } from '../validation/reporters/visible-text.ts';
import { replaceFileAtomic } from '../write-file-atomic.ts';
import { backupFile } from './backup-file.ts';
import { describeIndex } from './describe-index.ts';

export interface FixOptions {
  readonly now: Date;
  /** Change nothing, only say. */
  readonly dryRun: boolean;
  readonly say: (text: string) => void;
}

/**
 * Repairs every skill.json and then index.json, where there is one. What is rewritten is copied to a backup first and
 * shown as a diff.
 *
 * @returns how many files were changed, or would be
 */
export async function fixRegistry(location: RegistryLocation, options: FixOptions): Promise<number> {
  const { dryRun, say } = options;
  let changed = 0;
  for (const skill of (await readSnapshot(location, options.now)).skills.values()) {
    const facts = allSkillFacts(skill);
    const before = facts.readText(MANIFEST_FILE);
    const fix = fixManifest(facts);
    if (fix === undefined || before === undefined) continue;
    changed += 1;
    const file = join(skill.directory, MANIFEST_FILE);
    const backup = dryRun ? undefined : await replaceFile(file, fix.text);
    say(
      `${dryRun ? 'Would repair' : 'Repaired'} ${file}${backup === undefined ? '' : ` (backup: ${backup})`}`,
    );
    for (const change of fix.changes) say(`  ${visibleText(change)}`);
    for (const line of shownDiff(before, fix.text)) say(`    ${visibleText(line)}`);
  }
  changed += await fixIndex(location, options);
  if (changed === 0) say('There is nothing to repair.');
  return changed;
}

/** The changed places with two lines around each, `…` between them. */
function shownDiff(before: string, after: string): string[] {
  return changedPlaces(before, after, 2).flatMap((place, index) => [
    ...(index === 0 ? [] : ['  …']),
    ...place.map((line) => formatLine(line).trimEnd()),
  ]);
}

async function fixIndex(location: RegistryLocation, { now, dryRun, say }: FixOptions): Promise<number> {
  const snapshot = await readSnapshot(location, now);
  if (snapshot.indexFile.index === undefined) return 0;
  const built = buildIndex(snapshot, now);
  if (!built.isChanged) return 0;
  const file = join(location.root, 'index.json');
  const backup = dryRun ? undefined : await replaceFile(file, built.text);
  say(`${dryRun ? 'Would rebuild' : 'Rebuilt'} ${file}${backup === undefined ? '' : ` (backup: ${backup})`}`);
  say(`  ${describeIndex(built)}`);
  return 1;
}

async function readSnapshot(location: RegistryLocation, now: Date): Promise<RegistrySnapshot> {
  return assembleSnapshot(await readRegistry(location), { previous: undefined, now, loadMs: 0 });
}

/** @returns the backup's path */
async function replaceFile(file: string, text: string): Promise<string> {
  const backup = await backupFile(file);
  await replaceFileAtomic(file, text);
  return backup;
}
