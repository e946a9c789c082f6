import type { ActivityEvent } from '../../src-server/contract/api/activity.ts';
import { nameInKey } from '../skill/key-parts.ts';
import { plural } from '../text/format.ts';

/** `11:28:41`, in local time. */
export function clockOf(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB');
}

/** `found 3 for “zod”`, after the client's name. */
export function eventWords(event: ActivityEvent): string {
  const { target, results, status, skillKey } = event;
  if (status >= 400) return `was refused ${target} (${status})`.replace('  ', ' ');
  if (results === 0) return `found nothing for “${target}”`;
  if (results !== undefined) return `found ${results} for “${target}”`;
  if (skillKey !== undefined) {
    const file = target.startsWith(`${skillKey}/`) ? ` ${target.slice(skillKey.length + 1)}` : '';
    return `read ${nameInKey(skillKey)}${file}${event.tokens === undefined ? '' : `, ${plural(event.tokens, 'token')}`}`;
  }
  return `asked ${event.route.replace(/^[A-Z]+ /, '')}`;
}

/** `3 found` */
export function answerWords(event: ActivityEvent): string {
  if (event.status === 304) return 'unchanged';
  if (event.status >= 400) return String(event.status);
  if (event.results === 0) return 'nothing found';
  if (event.results !== undefined) return `${event.results} found`;
  return event.status === 200 ? 'ok' : String(event.status);
}
