import type { ActivityEvent } from '../../../src-server/contract/api/activity.ts';
import { clientName } from '../../activity/client-name.ts';
import { clockOf } from '../../activity/event-words.ts';
import { formatMs, plural } from '../../text/format.ts';

/** Events with every word of the filter. */
export function filterEvents<Event extends ActivityEvent>(
  events: readonly Event[],
  filter: string,
): readonly Event[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return events;
  return events.filter(({ client, route, target, status }) => {
    const text = `${client} ${clientName(client)} ${route} ${target} ${status}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** `undefined` without values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1], sorted[middle]];
  if (high === undefined) return undefined;
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2;
}

/** `412 requests since 09:14:02 · half answered within 0.6 ms` */
export function summarize(events: readonly ActivityEvent[]): string {
  const half = median(events.map(({ durationMs }) => durationMs));
  const [first] = events;
  if (half === undefined || first === undefined) return '';
  return `${plural(events.length, 'request')} since ${clockOf(first.at)} · half answered within ${formatMs(half)}`;
}
