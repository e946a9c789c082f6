import type { ActivityEvent } from '../src-server/contract/api/activity.ts';
import type { Clock } from './clock.ts';
import { OWN_CLIENT } from './contract/app-origin.ts';
import type { ActivityChange, ActivityState, RecordedEvent } from './contract/desktop-bridge.ts';

/** Drops the oldest. */
export const MAX_ACTIVITY = 1_000;
/** Batch interval: agents send hundreds of requests per second. */
export const GATHER_MS = 100;

/** Answered requests, only in memory. */
export interface ActivityLog {
  readonly state: ActivityState;
  add(event: ActivityEvent): void;
  record(recording: boolean): ActivityState;
}

/** @param recording state of the last run */
export function createActivityLog(
  clock: Clock,
  onChange: (change: ActivityChange) => void,
  recording = true,
): ActivityLog {
  let events: RecordedEvent[] = [];
  let gathered: RecordedEvent[] = [];
  let sequence = 0;
  let isRecording = recording;
  let flushIsDue = false;

  const state = (): ActivityState => ({ events: [...events], recording: isRecording });

  function flush(): void {
    flushIsDue = false;
    if (gathered.length > 0) onChange({ kind: 'added', events: gathered });
    gathered = [];
  }

  function replaced(): ActivityState {
    gathered = [];
    onChange({ kind: 'replaced', activity: state() });
    return state();
  }

  return {
    get state() {
      return state();
    },
    add(event) {
      if (!isRecording || event.client === OWN_CLIENT) return;
      sequence += 1;
      const recorded = { ...event, sequence };
      events.push(recorded);
      if (events.length > MAX_ACTIVITY) events = events.slice(-MAX_ACTIVITY);
      gathered.push(recorded);
      if (flushIsDue) return;
      flushIsDue = true;
      clock.after(GATHER_MS, flush);
    },
    record(on) {
      isRecording = on;
      return replaced();
    },
  };
}
