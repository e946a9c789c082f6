/** Backups of settings files, one record per file. */
import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { InspectPath } from './path-inspector.ts';
import { readSettingsText } from './read-settings.ts';

export interface ChangeRecord {
  readonly file: string;
  readonly target: string;
  readonly before: string | null;
  readonly after: string | null;
  /** True if `before` was ours alone, too. */
  readonly made?: true;
  readonly at: string;
}

export interface KeptRecord {
  readonly path: string;
  readonly record: ChangeRecord;
}

/** Shared by the app and the command line. */
export function recordsFolder(dataFolder: string): string {
  return join(dataFolder, 'connect-backups');
}

/** Created by us, unchanged since. */
export function isOurMaking({ before, after, made }: ChangeRecord, text: string): boolean {
  return (before === null || made === true) && after === text;
}

export async function recordOf(folder: string, file: string): Promise<ChangeRecord | undefined> {
  return (await readRecords(folder))
    .filter(({ record }) => record.file === file)
    .map(({ record }) => record)
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .at(-1);
}

export async function readRecords(folder: string): Promise<readonly KeptRecord[]> {
  const names = await fs.readdir(folder).catch(() => []);
  // Names with a leading dot are incomplete writes.
  const paths = names.filter((name) => !name.startsWith('.')).map((name) => join(folder, name));
  const found = await Promise.all(
    paths.map(async (path) => {
      const record = await readRecord(path);
      return record === undefined ? [] : [{ path, record }];
    }),
  );
  return found.flat();
}

export async function readRecord(record: string): Promise<ChangeRecord | undefined> {
  try {
    const value: unknown = JSON.parse(await fs.readFile(record, 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    const { file, target, before, after, at } = value as Readonly<Record<string, unknown>>;
    const isRecord =
      [file, target, at].every((field) => typeof field === 'string') &&
      [before, after].every((text) => text === null || typeof text === 'string');
    return isRecord ? (value as ChangeRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Unique: `<client>-<time>-<random>.json`. */
export function recordName(folder: string, id: string, now: Date): string {
  return join(folder, `${id}-${now.toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.json`);
}

/** Backup made by an undo. Skipped by `newestOf`: an undo can't be undone. */
export function undoRecordName(record: string): string {
  return record.replace(/\.json$/, '.before-undo');
}

export async function retireRecord(record: string): Promise<void> {
  await fs.rm(record, { force: true });
}

export async function pruneRecords(file: string, keep: string): Promise<void> {
  for (const { path, record } of await readRecords(dirname(keep)))
    if (path !== keep && record.file === file) await fs.rm(path, { force: true });
}

/** A client's last change, unless undone. */
export function newestOf(records: readonly KeptRecord[], id: string): KeptRecord | undefined {
  return records
    .filter(({ path }) => basename(path).startsWith(`${id}-2`) && path.endsWith('.json'))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .at(-1);
}

/** Files for which `isOurMaking` holds: no sign of a client. */
export async function ownFiles(
  records: readonly KeptRecord[],
  look: InspectPath,
): Promise<ReadonlySet<string>> {
  const own = await Promise.all(
    records.map(async ({ record }) => {
      // The file may be on a disk that hangs, so inspect before reading.
      if ((await look(record.file)) !== 'other') return [];
      const now = await readSettingsText(record.file).catch(() => undefined);
      return now?.exists && isOurMaking(record, now.text) ? [record.file] : [];
    }),
  );
  return new Set(own.flat());
}
