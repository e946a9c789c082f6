import type { ActivityEvent } from '../../../src-server/contract/api/activity.ts';
import { useNow } from '../../stores/use-now.ts';
import { plural } from '../../text/format.ts';
import styles from './activity.module.css';

const SPAN_MS = 15 * 60_000;
const WIDTH = 1000;
/** Failed requests extend below. */
const BASE = 48;
const TOP = 4;
/** Logarithmic scale. Other durations are clamped. */
const [LEAST_MS, MOST_MS] = [0.1, 10];

/** Last 15 minutes as ticks, higher if slower. */
export function ActivityChart({ events }: { readonly events: readonly ActivityEvent[] }) {
  const now = useNow();
  const recent = events.filter(({ at }) => now - Date.parse(at) < SPAN_MS);
  const failed = recent.filter(({ status }) => status >= 400).length;
  return (
    <figure className={styles.stripChart}>
      <svg
        viewBox={`0 0 ${WIDTH} 56`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${plural(recent.length, 'request')} in the last 15 minutes, ${failed === 0 ? 'none' : failed} failed`}
      >
        <g>
          <path d={`M0 48.5H${WIDTH}M0 26.5H${WIDTH}M0 4.5H${WIDTH}`} vectorEffect="non-scaling-stroke" />
        </g>
        <path className={styles.ticks} d={ticks(recent, now, false)} vectorEffect="non-scaling-stroke" />
        <path
          className={`${styles.ticks} ${styles.failed}`}
          d={ticks(recent, now, true)}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className={`${styles.chartY} number`} aria-hidden="true">
        <span>10 ms</span>
        <span>1</span>
        <span>0.1</span>
      </div>
      <div className={`${styles.chartX} number`} aria-hidden="true">
        <span>15 min ago</span>
        <span>10</span>
        <span>5</span>
        <span>now</span>
      </div>
    </figure>
  );
}

function ticks(events: readonly ActivityEvent[], now: number, failed: boolean): string {
  return events
    .filter(({ status }) => status >= 400 === failed)
    .map(({ at, durationMs }) => {
      const x = Math.round(WIDTH * (1 - (now - Date.parse(at)) / SPAN_MS));
      return `M${x} ${failed ? 56 : BASE}V${tickTop(durationMs).toFixed(1)}`;
    })
    .join('');
}

/** Y coordinate of a tick's upper end, in chart units. */
export function tickTop(durationMs: number): number {
  const clamped = Math.min(MOST_MS, Math.max(LEAST_MS, durationMs));
  const part = Math.log(clamped / LEAST_MS) / Math.log(MOST_MS / LEAST_MS);
  return BASE - 3 - part * (BASE - 3 - TOP);
}
