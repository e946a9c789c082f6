import { useEffect, useState } from 'react';
import type { ActivityChange, ActivityState } from '../../src-main/ipc/contract.ts';
import { desktop } from '../desktop.ts';

const KEPT = 1000;

/** The desktop app's record of requests, kept up to date; undefined in a browser and until it is there. */
export function useActivity(): ActivityState | undefined {
  const [activity, setActivity] = useState<ActivityState>();
  useEffect(() => {
    if (desktop === undefined) return;
    void desktop.getActivity().then(setActivity, () => {});
    return desktop.on('activity', (change) => setActivity((before) => applyActivity(before, change)));
  }, []);
  return activity;
}

export function applyActivity(
  before: ActivityState | undefined,
  change: ActivityChange,
): ActivityState | undefined {
  if (change.kind === 'replaced') return change.activity;
  // What comes before the first full answer is in that answer.
  if (before === undefined) return undefined;
  return { ...before, events: [...before.events, ...change.events].slice(-KEPT) };
}
