import type { ActivityChange, ActivityState, DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import { type Bridged, createBridged } from './bridged.ts';
import type { Clock } from './surroundings.ts';

const KEPT = 1000;

/** The desktop app's record of requests, kept up to date; none in a browser. */
export function followActivity(
  clock: Clock,
  bridge: Pick<DesktopBridge, 'getActivity' | 'on'> | undefined,
): Bridged<ActivityState> {
  return createBridged<ActivityState>({
    clock,
    ask: bridge?.getActivity,
    listen: (take, present) =>
      bridge?.on('activity', (change) => {
        const next = applyActivity(present(), change);
        if (next !== undefined) take(next);
      }) ?? (() => {}),
  });
}

/** The list after a change; undefined until the first full one came. */
export function applyActivity(
  before: ActivityState | undefined,
  change: ActivityChange,
): ActivityState | undefined {
  if (change.kind === 'replaced') return change.activity;
  // What comes before the first full answer is in that answer.
  if (before === undefined) return undefined;
  // What was gathered before the full answer is in both.
  const last = before.events.at(-1)?.sequence ?? 0;
  const added = change.events.filter(({ sequence }) => sequence > last);
  return added.length === 0 ? before : { ...before, events: [...before.events, ...added].slice(-KEPT) };
}
