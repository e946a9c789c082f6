import { type CSSProperties, useState } from 'react';
import type { RecordedEvent } from '../../../src-main/contract/desktop-bridge.ts';
import type { ActivityEvent } from '../../../src-server/contract/api/activity.ts';
import { clientName } from '../../activity/client-name.ts';
import { answerWords, clockOf } from '../../activity/event-words.ts';
import { Button } from '../../components/button.tsx';
import { Mark } from '../../components/mark.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { SheetBody } from '../../components/sheet.tsx';
import { Empty } from '../../components/states.tsx';
import { formatRoute } from '../../route/route.ts';
import { formatCount, formatMs } from '../../text/format.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './activity.module.css';

const ROWS_SHOWN = 200;
export function EventLog({
  events,
  filter,
  hold,
}: {
  readonly events: readonly RecordedEvent[];
  readonly filter: string;
  readonly hold: { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void };
}) {
  const [shown, setShown] = useState(ROWS_SHOWN);
  const slowest = Math.max(1, ...events.map(({ durationMs }) => durationMs));
  if (events.length === 0)
    return (
      <SheetBody>
        <Empty
          title={
            <>
              No request matches “<Revealed text={filter} />
              ”.
            </>
          }
        />
      </SheetBody>
    );
  return (
    <ScrollBox className={`${styles.logScroll} scroll`} label="Requests" {...hold}>
      <table className={styles.log}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Client</th>
            <th scope="col" className={styles.logRoute}>
              Asked
            </th>
            <th scope="col">For</th>
            <th scope="col">Answer</th>
            <th scope="col" className={styles.right}>
              Took
            </th>
            <th scope="col" className={`${styles.right} ${styles.logTokens}`}>
              Tokens
            </th>
          </tr>
        </thead>
        <tbody>
          {events
            .slice(-shown)
            .reverse()
            .map((event) => (
              <EventRow key={event.sequence} event={event} slowest={slowest} />
            ))}
        </tbody>
      </table>
      {events.length > shown && <Button onClick={() => setShown(shown + 800)}>Show older</Button>}
    </ScrollBox>
  );
}

function EventRow({ event, slowest }: { readonly event: ActivityEvent; readonly slowest: number }) {
  const failed = event.status >= 400;
  const gap = event.results === 0;
  const width = `${Math.max(2, (100 * Math.log1p(event.durationMs)) / Math.log1p(slowest))}%`;
  return (
    <tr>
      <td className="mono">
        <time dateTime={event.at}>
          {clockOf(event.at)}
          <small>.{event.at.match(/\.(\d{3})/)?.[1] ?? '000'}</small>
        </time>
      </td>
      <th scope="row">
        <Revealed text={clientName(event.client)} />
      </th>
      <td className={`mono ${styles.logRoute}`}>{event.route}</td>
      <td title={writtenOut(event.target)}>
        {event.skillKey !== undefined && !failed ? (
          <a className="link plain mono" href={formatRoute({ view: 'skill', key: event.skillKey })}>
            <Revealed text={event.target} />
          </a>
        ) : event.results !== undefined ? (
          <>
            “<Revealed text={event.target} />”
          </>
        ) : (
          <Revealed text={event.target} />
        )}
      </td>
      <td>
        <span className={styles.logAnswer}>
          {failed && <Mark name="severity-error" tone="bad" />}
          {gap && <Mark name="state-off" tone="still" />}
          {answerWords(event)}
        </span>
      </td>
      <td className={`${styles.right} number`}>
        <span className={styles.logTook}>
          <span className={styles.duration} aria-hidden="true">
            <i style={{ '--width': width } as CSSProperties} />
          </span>
          {formatMs(event.durationMs)}
        </span>
      </td>
      <td className={`${styles.right} number ${styles.logTokens}`}>
        {event.tokens === undefined ? '–' : formatCount(event.tokens)}
      </td>
    </tr>
  );
}
