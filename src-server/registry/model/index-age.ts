import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';

const DAY_MS = 86_400_000;

export function indexAge(updatedAt: string | undefined, now: Date) {
  if (updatedAt === undefined) return undefined;
  return { updatedAt, days: Math.max(0, Math.floor((now.getTime() - Date.parse(updatedAt)) / DAY_MS)) };
}

export function isOldIndex(updatedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(updatedAt) > 7 * DAY_MS;
}

export function timelyFindings(updatedAt: string | undefined, now: Date): readonly Diagnostic[] {
  if (updatedAt === undefined || !isOldIndex(updatedAt, now)) return [];
  const message = `index.json was last updated on ${updatedAt.slice(0, 10)}, more than a week ago.`;
  return [diagnose('index-old', message, { file: 'index.json', pointer: '/updated_at' })];
}
