import type { ActivityEvent } from '../../src-server/contract/api/activity.ts';
import { asksWhileTyping } from './client-name.ts';

export interface KnowledgeGap {
  /** Spelling of the newest request. */
  readonly query: string;
  readonly count: number;
  readonly clients: readonly string[];
}

/** Unanswered, most frequent first. Ignores clients that search while typing. */
export function knowledgeGaps(events: readonly ActivityEvent[]): readonly KnowledgeGap[] {
  const gaps = new Map<string, { query: string; count: number; clients: Set<string> }>();
  for (const { results, target, client, status } of events) {
    if (results !== 0 || status >= 400 || target.trim() === '' || asksWhileTyping(client)) continue;
    const key = target.trim().toLowerCase().replace(/\s+/g, ' ');
    const gap = gaps.get(key) ?? { query: target, count: 0, clients: new Set<string>() };
    gap.count += 1;
    gap.query = target.trim();
    gap.clients.add(client);
    gaps.set(key, gap);
  }
  return [...gaps.values()]
    .map(({ query, count, clients }) => ({ query, count, clients: [...clients] }))
    .sort((a, b) => b.count - a.count || (a.query < b.query ? -1 : 1));
}
