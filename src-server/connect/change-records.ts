/** What was put aside of each file before it was changed: one record of each, which also tells whose the file is. */
import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LookAtPath } from './path-looks.ts';
import { readText } from './read-settings.ts';

/** A change that was made, and how to take it back. */
export interface ChangeRecord {
  readonly file: string;
  readonly target: string;
  /** Null where there was no file. */
  readonly before: string | null;
  /** Null where the file was removed. */
  readonly after: string | null;
  /** True where what was there before was of our making, too, and nobody else's. */
  readonly made?: true;
  /** ISO 8601. */
  readonly at: string;
}

/** A record and where it is, absolute. */
export interface KeptRecord {
  readonly path: string;
  readonly record: ChangeRecord;
}

/** Where the records are: in the data folder of this user, which the app and the command line share. */
export function recordsFolder(dataFolder: string): string {
  return join(dataFolder, 'connect-backups');
}

/** Whether the file was made by us and nobody has written to it since: it says what we wrote. */
export function isOurMaking({ before, after, made }: ChangeRecord, text: string): boolean {
  return (before === null || made === true) && after === text;
}

/** What was put aside of a file by its last change; undefined where we never changed it. */
export async function recordOf(folder: string, file: string): Promise<ChangeRecord | undefined> {
  return (await readRecords(folder))
    .filter(({ record }) => record.file === file)
    .map(({ record }) => record)
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .at(-1);
}

/** Every change that was put aside. */
export async function readRecords(folder: string): Promise<readonly KeptRecord[]> {
  const names = await fs.readdir(folder).catch(() => []);
  // What begins with a dot is just being written.
  const paths = names.filter((name) => !name.startsWith('.')).map((name) => join(folder, name));
  const found = await Promise.all(
    paths.map(async (path) => {
      const record = await readRecord(path);
      return record === undefined ? [] : [{ path, record }];
    }),
  );
  return found.flat();
}

/** The last change of a settings file that was put aside, or undefined. */
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

/** A new name for a record, so that no backup replaces another: `<client>-<time>-<random>.json`. */
export function recordName(folder: string, id: string, now: Date): string {
  return join(folder, `${id}-${now.toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.json`);
}

/** Where the text before an undo is put aside; not a record that could be taken back again. */
export function undoRecordName(record: string): string {
  return record.replace(/\.json$/, '.before-undo');
}

/** A record that was taken back is no use any more: the file says what it held. */
export async function retireRecord(record: string): Promise<void> {
  await fs.rm(record, { force: true });
}

/** Removes what was put aside of a file before, so that there is one backup of each. */
export async function pruneRecords(file: string, keep: string): Promise<void> {
  for (const { path, record } of await readRecords(dirname(keep)))
    if (path !== keep && record.file === file) await fs.rm(path, { force: true });
}

/** The last change for a client that was not taken back, of all records. */
export function newestOf(records: readonly KeptRecord[], id: string): KeptRecord | undefined {
  return records
    .filter(({ path }) => basename(path).startsWith(`${id}-2`) && path.endsWith('.json'))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .at(-1);
}

/** The files that we made and nobody has written to since, absolute: no sign of the programs that would read them. */
export async function ownFiles(
  records: readonly KeptRecord[],
  look: LookAtPath,
): Promise<ReadonlySet<string>> {
  const own = await Promise.all(
    records.map(async ({ record }) => {
      // Of a project it may be, whose disk is away: only what was looked at is read.
      if ((await look(record.file)) !== 'other') return [];
      const now = await readText(record.file).catch(() => undefined);
      return now?.exists && isOurMaking(record, now.text) ? [record.file] : [];
    }),
  );
  return new Set(own.flat());
}
