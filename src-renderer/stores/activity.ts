import type { ActivityChange, ActivityState, DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import { createIpcResource, type IpcResource } from './ipc-resource.ts';
import type { Clock } from './surroundings.ts';

const KEPT = 1000;

export function followActivity(
  clock: Clock,
  bridge: Pick<DesktopBridge, 'getActivity' | 'on'> | undefined,
): IpcResource<ActivityState> {
  return createIpcResource<ActivityState>({
    clock,
    ask: bridge?.getActivity,
    listen: (take, present) =>
      bridge?.on('activity', (change) => {
        const next = applyActivity(present(), change);
        if (next !== undefined) take(next);
      }) ?? (() => {}),
  });
}

/** Undefined until the first full list. */
export function applyActivity(
  before: ActivityState | undefined,
  change: ActivityChange,
): ActivityState | undefined {
  if (change.kind === 'replaced') return change.activity;
  // The first full list includes earlier changes.
  if (before === undefined) return undefined;
  // Events sent before the full list arrived are in both.
  const last = before.events.at(-1)?.sequence ?? 0;
  const added = change.events.filter(({ sequence }) => sequence > last);
  return added.length === 0 ? before : { ...before, events: [...before.events, ...added].slice(-KEPT) };
}
