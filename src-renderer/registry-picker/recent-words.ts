import type { RecentRegistry } from '../../src-main/contract/desktop-bridge.ts';
import { formatDay, plural } from '../text/format.ts';

/** `85 skills · yesterday` */
export function recentWords({ reachable, current, served }: RecentRegistry, now: Date): string {
  const skills = served === undefined ? [] : [plural(served.skills, 'skill')];
  if (!reachable) return [...skills, 'not reachable now'].join(' · ');
  if (current) return [...skills, 'open now'].join(' · ');
  return [...skills, ...(served === undefined ? [] : [dayWords(served.at, now)])].join(' · ');
}

function dayWords(iso: string, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const day = new Date(iso).toDateString();
  if (day === now.toDateString()) return 'today';
  return day === yesterday.toDateString() ? 'yesterday' : formatDay(iso, now);
}
