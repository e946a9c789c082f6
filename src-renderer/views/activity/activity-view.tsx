import { Copy, Pause, Play } from 'lucide-react';
import { type CSSProperties, useMemo, useRef, useState } from 'react';
import type { ActivityState, DesktopBridge } from '../../../src-main/ipc/contract.ts';
import type { ActivityEvent } from '../../../src-server/contract/activity.ts';
import { useCopy } from '../../components/copy.tsx';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { useKeys } from '../../components/shortcuts.tsx';
import { Empty, Notice, SkeletonRows } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { refusalSentence } from '../../desktop.ts';
import { formatRoute } from '../../route/route.ts';
import { useService } from '../../service/service-context.tsx';
import { baseUrl } from '../../service/service-words.ts';
import { useActivity } from '../../service/use-activity.ts';
import { formatCount, formatMs, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import './activity.css';
import { ActivityChart } from './activity-chart.tsx';
import { filterEvents, summarize } from './activity-summary.ts';
import { answerWords, clockOf } from './event-words.ts';
import { type KnowledgeGap, knowledgeGaps } from './knowledge-gaps.ts';

/** Rows beyond these are drawn on demand. */
const ROWS_SHOWN = 200;

/** Who asked what, how it went, and what was missed: the desktop app's record, live. */
export default function ActivityView({ bridge }: { readonly bridge: DesktopBridge }) {
  const activity = useActivity();
  if (activity === undefined)
    return (
      <div className="sheet full">
        <SkeletonRows rows={10} />
      </div>
    );
  return <Listing bridge={bridge} activity={activity} />;
}

function Listing({ bridge, activity }: { readonly bridge: DesktopBridge; readonly activity: ActivityState }) {
  const toast = useToast();
  const [paused, setPaused] = useState<readonly ActivityEvent[]>();
  const [filter, setFilter] = useState('');
  const events = useHeldStill(paused ?? activity.events);
  const shown = useMemo(() => filterEvents(events.value, filter), [events.value, filter]);
  const gaps = useMemo(() => knowledgeGaps(activity.events), [activity.events]);
  const togglePause = () => setPaused(paused === undefined ? activity.events : undefined);
  const run = (action: () => Promise<unknown>) =>
    void action().catch((error: unknown) => toast(refusalSentence(error)));
  useKeys({ p: togglePause });
  return (
    <div className="act">
      <section className="sheet" aria-labelledby="activity-title">
        <div className="head">
          <h1 id="activity-title">Activity</h1>
          <span className="sub number">{summarize(activity.events)}</span>
          <span className="push actions">
            <label className="hidden-text" htmlFor="activity-filter">
              Filter by client, skill or route
            </label>
            <input
              id="activity-filter"
              className="field"
              placeholder="Filter by client, skill, route"
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value)}
            />
            <button
              type="button"
              className="button"
              aria-pressed={paused !== undefined}
              onClick={togglePause}
            >
              <Icon of={paused === undefined ? Pause : Play} />
              {paused === undefined
                ? 'Pause'
                : `Go on (${formatCount(newerThan(activity.events, paused))} new)`}{' '}
              <kbd>P</kbd>
            </button>
            <button
              type="button"
              className="button bare"
              onClick={() => {
                setPaused(undefined);
                run(bridge.clearActivity);
              }}
            >
              Clear
            </button>
          </span>
        </div>
        {!activity.available && (
          <div className="padded">
            <Notice tone="still" mark="state-off" title="Another process serves this registry.">
              <p>Its requests are not seen here.</p>
            </Notice>
          </div>
        )}
        {events.value.length === 0 ? (
          <NoRequests recording={activity.recording} />
        ) : (
          <>
            <ActivityChart events={activity.events} />
            <EventLog events={shown} filter={filter} hold={events.hold} />
          </>
        )}
      </section>
      <aside className="gaps scroll" aria-label="What is missing, and what is kept">
        <Gaps gaps={gaps} />
        <h2>Kept in memory only</h2>
        <p className="soft">
          The last 1,000 requests, gone when the app quits. Nothing leaves this computer.
        </p>
        <label className="switch-row">
          <span>Record activity</span>
          <input
            type="checkbox"
            className="switch"
            role="switch"
            aria-checked={activity.recording}
            checked={activity.recording}
            onChange={(event) => {
              const recording = event.currentTarget.checked;
              run(() => bridge.recordActivity({ recording }));
            }}
          />
        </label>
      </aside>
    </div>
  );
}

function newerThan(events: readonly ActivityEvent[], paused: readonly ActivityEvent[]): number {
  const last = paused.at(-1);
  if (last === undefined) return events.length;
  return events.length - 1 - events.lastIndexOf(last);
}

/** New rows wait while the pointer is over the list: nothing moves away under a click. */
function useHeldStill(events: readonly ActivityEvent[]) {
  const [held, setHeld] = useState<readonly ActivityEvent[]>();
  const latest = useRef(events);
  latest.current = events;
  return {
    value: held ?? events,
    hold: {
      onPointerEnter: () => setHeld(latest.current),
      onPointerLeave: () => setHeld(undefined),
    },
  };
}

function EventLog({
  events,
  filter,
  hold,
}: {
  readonly events: readonly ActivityEvent[];
  readonly filter: string;
  readonly hold: { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void };
}) {
  const [shown, setShown] = useState(ROWS_SHOWN);
  const slowest = Math.max(1, ...events.map(({ durationMs }) => durationMs));
  if (events.length === 0)
    return (
      <div className="padded">
        <Empty title={`No request matches “${filter}”.`} />
      </div>
    );
  return (
    <ScrollBox className="log-scroll scroll" label="Requests" {...hold}>
      <table className="log">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Client</th>
            <th scope="col" className="log-route">
              Asked
            </th>
            <th scope="col">For</th>
            <th scope="col">Answer</th>
            <th scope="col" className="right">
              Took
            </th>
            <th scope="col" className="right log-tokens">
              Tokens
            </th>
          </tr>
        </thead>
        <tbody>
          {events
            .slice(-shown)
            .reverse()
            .map((event, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two requests may be the same in every field
              <EventRow key={`${event.at}-${events.length - index}`} event={event} slowest={slowest} />
            ))}
        </tbody>
      </table>
      {events.length > shown && (
        <button type="button" className="button" onClick={() => setShown(shown + 800)}>
          Show older
        </button>
      )}
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
        <Revealed text={event.client} />
      </th>
      <td className="mono log-route">{event.route}</td>
      <td className="log-what" title={event.target}>
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
        <span className="log-answer">
          {failed && <Mark name="severity-error" tone="bad" />}
          {gap && <Mark name="state-off" tone="still" />}
          {answerWords(event)}
        </span>
      </td>
      <td className="right number">
        <span className="log-took">
          <span className="duration" aria-hidden="true">
            <i style={{ '--width': width } as CSSProperties} />
          </span>
          {formatMs(event.durationMs)}
        </span>
      </td>
      <td className="right number log-tokens">
        {event.tokens === undefined ? '–' : formatCount(event.tokens)}
      </td>
    </tr>
  );
}

function Gaps({ gaps }: { readonly gaps: readonly KnowledgeGap[] }) {
  const copy = useCopy();
  const most = gaps[0]?.count ?? 1;
  return (
    <>
      <h2>Asked for, not there</h2>
      <p className="soft">Searches that found nothing. Each is a skill someone missed.</p>
      {gaps.length === 0 ? (
        <p className="muted">None so far.</p>
      ) : (
        <>
          <ul className="gap-list">
            {gaps.slice(0, 12).map(({ query, count, clients }) => (
              <li key={query}>
                <span
                  className="bar"
                  style={{ '--width': `${(100 * count) / most}%` } as CSSProperties}
                  aria-hidden="true"
                />
                <span>
                  <b>
                    <Revealed text={query} />
                  </b>
                  <span className="muted">{clients.join(', ')}</span>
                </span>
                <span className="number">{count}×</span>
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="button"
            onClick={() =>
              void copy(
                gaps.map(({ query, count }) => `${count}\t${query}`).join('\n'),
                `Copied ${plural(gaps.length, 'search', 'searches')}`,
              )
            }
          >
            <Icon of={Copy} />
            Copy the list
          </button>
        </>
      )}
    </>
  );
}

function NoRequests({ recording }: { readonly recording: boolean }) {
  const { state, server } = useService();
  const address = baseUrl(state, server, location);
  return (
    <div className="padded">
      <Empty
        title={recording ? 'No requests yet.' : 'Recording is off.'}
        actions={
          <a className="button" href="#/connect">
            Connect an IDE
          </a>
        }
      >
        {recording ? (
          address !== undefined && (
            <p>
              Or try it in a terminal: <code>curl {address}/v1/skills</code>
            </p>
          )
        ) : (
          <p>Requests are answered as ever, and not written down.</p>
        )}
      </Empty>
    </div>
  );
}
