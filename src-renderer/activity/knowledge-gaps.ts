import type { ActivityEvent } from '../../src-server/contract/api/activity.ts';
import { asksWhileTyping } from './client-name.ts';

/** A search that found nothing. */
export interface KnowledgeGap {
  /** As it was last asked. */
  readonly query: string;
  readonly count: number;
  /** Who asked, each once. */
  readonly clients: readonly string[];
}

/** Searches that found nothing, the most frequent first: each is a skill that someone missed. */
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
