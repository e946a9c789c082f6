import type { ActivityEvent } from '../../src-server/contract/api/activity.ts';
import { plural } from '../text/format.ts';
import { asksWhileTyping, clientName } from './client-name.ts';

/** Skill file read by an agent. */
export interface FileRead {
  readonly key: string;
  /** In the skill's folder. */
  readonly file: string;
  readonly client: string;
  readonly tokens: number | undefined;
  /** ISO 8601. */
  readonly at: string;
}

/** Undefined for other requests, failures, and reads by the window or a browser. */
export function fileReadOf(event: ActivityEvent): FileRead | undefined {
  const { skillKey: key, target, status, client, tokens, at } = event;
  if (key === undefined || status >= 400 || asksWhileTyping(client)) return undefined;
  const file = target.startsWith(`${key}/`) ? target.slice(key.length + 1) : '';
  return file === '' ? undefined : { key, file, client, tokens, at };
}

/** `Claude Code read safety.md, 938 tokens`. */
export function fileReadWords({ client, file, tokens }: FileRead): string {
  return `${clientName(client)} read ${file}${tokens === undefined ? '' : `, ${plural(tokens, 'token')}`}`;
}

export function lastFileRead(events: readonly ActivityEvent[]): FileRead | undefined {
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const event = events[at];
    const read = event && fileReadOf(event);
    if (read !== undefined) return read;
  }
  return undefined;
}
