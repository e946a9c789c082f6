import { isOurMaking, type KeptRecord } from './change-records.ts';
import type { LookAtPath } from './path-looks.ts';
import { readText } from './read-settings.ts';

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
