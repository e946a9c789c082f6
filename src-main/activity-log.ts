import type { ActivityEvent } from '../src-server/contract/api/activity.ts';
import type { Clock } from './clock.ts';
import { OWN_CLIENT } from './contract/app-origin.ts';
import type { RecordedEvent } from './contract/desktop-bridge.ts';

/** Drops the oldest. */
export const MAX_ACTIVITY = 1_000;
/** Batch interval: agents send hundreds of requests per second. */
export const GATHER_MS = 100;

/** Answered requests, only in memory. */
export interface ActivityLog {
  readonly events: readonly RecordedEvent[];
  add(event: ActivityEvent): void;
}

export function createActivityLog(
  clock: Clock,
  isRecording: () => boolean,
  onAdded: (events: readonly RecordedEvent[]) => void,
): ActivityLog {
  let events: readonly RecordedEvent[] = [];
  let gathered: readonly RecordedEvent[] = [];
  let sequence = 0;

  function flush(): void {
    onAdded(gathered);
    gathered = [];
  }

  return {
    get events() {
      return events;
    },
    add(event) {
      if (!isRecording() || event.client === OWN_CLIENT) return;
      sequence += 1;
      const recorded = { ...event, sequence };
      events = [...events.slice(1 - MAX_ACTIVITY), recorded];
      if (gathered.length === 0) clock.after(GATHER_MS, flush);
      gathered = [...gathered, recorded];
    },
  };
}
