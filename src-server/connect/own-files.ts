import { isOurMaking, type KeptRecord } from './change-records.ts';
import { readText } from './read-settings.ts';

/** The files that we made and nobody has written to since, absolute: no sign of the programs that would read them. */
export async function ownFiles(records: readonly KeptRecord[]): Promise<ReadonlySet<string>> {
  const own = await Promise.all(
    records.map(async ({ record }) => {
      const now = await readText(record.file).catch(() => undefined);
      return now?.exists && isOurMaking(record, now.text) ? [record.file] : [];
    }),
  );
  return new Set(own.flat());
}
