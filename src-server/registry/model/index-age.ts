import type { RegistrySnapshot } from './registry-snapshot.ts';

const INDEX_STAYS_FRESH_DAYS = 7;
const DAY_MS = 86_400_000;

export function indexAge(
  { contents: { indexFile } }: Pick<RegistrySnapshot, 'contents'>,
  now: Date,
): { readonly updatedAt: string; readonly days: number } | undefined {
  const updatedAt = indexFile.index?.updatedAt;
  if (updatedAt === undefined) return undefined;
  return { updatedAt, days: Math.max(0, Math.floor((now.getTime() - Date.parse(updatedAt)) / DAY_MS)) };
}

export function isOldIndex(updatedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(updatedAt) > INDEX_STAYS_FRESH_DAYS * DAY_MS;
}
