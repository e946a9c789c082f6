import type { RegistrySnapshot } from './registry-snapshot.ts';

/** An index.json that is older than this may leave out what its registry has by now, in days: the specification's. */
const INDEX_STAYS_FRESH_DAYS = 7;
const DAY_MS = 86_400_000;

/** When index.json says that it was made; undefined where there is none, or it doesn't say. */
export function indexAge(
  { contents: { indexFile } }: Pick<RegistrySnapshot, 'contents'>,
  now: Date,
): { readonly updatedAt: string; readonly days: number } | undefined {
  const updatedAt = indexFile.index?.updatedAt;
  if (updatedAt === undefined) return undefined;
  return { updatedAt, days: Math.max(0, Math.floor((now.getTime() - Date.parse(updatedAt)) / DAY_MS)) };
}

/** Whether an index.json of this time is to be renewed. */
export function isOldIndex(updatedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(updatedAt) > INDEX_STAYS_FRESH_DAYS * DAY_MS;
}
