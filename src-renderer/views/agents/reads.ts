import type { ActivityEvent } from '../../../src-server/contract/api/activity.ts';
import {
  CLIENT_NAMES,
  isClientName,
  MCP_CLIENT_IDS,
} from '../../../src-server/contract/clients/client-names.ts';

/** A file of a skill that an agent got. */
export interface FileRead {
  readonly key: string;
  readonly file: string;
  /** Name of the product. */
  readonly client: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface Gap {
  /** As it was asked last. */
  readonly question: string;
  readonly count: number;
}

const THIS_WINDOW = 'skills-registry-window';
const BROWSER = /^Mozilla\b/;

/** Newest first; without what this window and browsers read. */
export function lastReads(events: readonly ActivityEvent[], most: number): readonly FileRead[] {
  const reads: FileRead[] = [];
  for (let at = events.length - 1; at >= 0 && reads.length < most; at -= 1) {
    const event = events[at];
    if (event === undefined || event.status >= 400 || isReader(event)) continue;
    const { skillKey: key, target, client } = event;
    const file = key !== undefined && target.startsWith(`${key}/`) ? target.slice(key.length + 1) : '';
    if (key !== undefined && file !== '') reads.push({ key, file, client: clientName(client), at: event.at });
  }
  return reads;
}

/** What found nothing, the most frequent first; without half-typed words of this window. */
export function askedInVain(events: readonly ActivityEvent[], most: number): readonly Gap[] {
  const gaps = new Map<string, Gap>();
  for (const event of events) {
    const question = event.target.trim();
    if (event.results !== 0 || event.status >= 400 || question === '' || isReader(event)) continue;
    const id = question.toLowerCase().replace(/\s+/g, ' ');
    gaps.set(id, { question, count: (gaps.get(id)?.count ?? 0) + 1 });
  }
  return [...gaps.values()].sort((a, b) => b.count - a.count).slice(0, most);
}

function isReader({ client }: ActivityEvent): boolean {
  return client === THIS_WINDOW || BROWSER.test(client);
}

function clientName(client: string): string {
  const id = MCP_CLIENT_IDS.find((known) => isClientName(known, client));
  return id === undefined ? client : CLIENT_NAMES[id].name;
}
