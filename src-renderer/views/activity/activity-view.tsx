import { Pause, Play } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type {
  ActivityState,
  DesktopBridge,
  RecordedEvent,
} from '../../../src-main/contract/desktop-bridge.ts';
import { knowledgeGaps } from '../../activity/knowledge-gaps.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { SwitchBox, TextField } from '../../components/fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { Sheet, SheetBody, SheetHead } from '../../components/sheet.tsx';
import { KeyHint, useKeys } from '../../components/shortcuts.tsx';
import { Empty } from '../../components/states.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { AsideSection } from '../../components/view-aside.tsx';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { useActivity, useService } from '../../stores/use-stores.tsx';
import { curlLine, ownShell } from '../../text/command-lines.ts';
import { formatCount } from '../../text/format.ts';
import styles from './activity.module.css';
import { ActivityChart } from './activity-chart.tsx';
import { filterEvents, summarize } from './activity-summary.ts';
import { EventLog } from './event-log.tsx';
import { Gaps } from './gaps.tsx';

export default function ActivityView({ bridge }: { readonly bridge: DesktopBridge }) {
  return (
    <ViewFrame of={useActivity()} whole>
      {(activity) => <Listing bridge={bridge} activity={activity} />}
    </ViewFrame>
  );
}

function Listing({ bridge, activity }: { readonly bridge: DesktopBridge; readonly activity: ActivityState }) {
  const attempt = useAttempt();
  const [paused, setPaused] = useState<readonly RecordedEvent[]>();
  const [filter, setFilter] = useState('');
  const events = useHeldStill(paused ?? activity.events);
  const shown = useMemo(() => filterEvents(events.value, filter), [events.value, filter]);
  const gaps = useMemo(() => knowledgeGaps(activity.events), [activity.events]);
  const togglePause = () => setPaused(paused === undefined ? activity.events : undefined);
  useKeys({ p: togglePause });
  return (
    <div className={styles.act}>
      <Sheet aria-labelledby="activity-title">
        <SheetHead>
          <h1 id="activity-title">Activity</h1>
          <span className="muted number">{summarize(activity.events)}</span>
          <span className={`push actions ${styles.tools}`}>
            <label className="hidden-text" htmlFor="activity-filter">
              Filter by client, skill or route
            </label>
            <TextField
              id="activity-filter"
              className={styles.filter}
              placeholder="Filter by client, skill, route"
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value)}
            />
            <Button aria-pressed={paused !== undefined} onClick={togglePause}>
              <Icon of={paused === undefined ? Pause : Play} />
              {paused === undefined
                ? 'Pause'
                : `Go on (${formatCount(newerThan(activity.events, paused))} new)`}{' '}
              <KeyHint>P</KeyHint>
            </Button>
            <Button
              look="bare"
              onClick={() => {
                setPaused(undefined);
                attempt(bridge.clearActivity);
              }}
            >
              Clear
            </Button>
          </span>
        </SheetHead>
        {events.value.length === 0 ? (
          <NoRequests recording={activity.recording} />
        ) : (
          <>
            <ActivityChart events={activity.events} />
            <EventLog events={shown} filter={filter} hold={events.hold} />
          </>
        )}
      </Sheet>
      <aside className={`${styles.gaps} scroll`} aria-label="What is missing, and what is kept">
        <Gaps gaps={gaps} />
        <Recording bridge={bridge} isOn={activity.recording} />
      </aside>
    </div>
  );
}

function Recording({ bridge, isOn }: { readonly bridge: DesktopBridge; readonly isOn: boolean }) {
  const attempt = useAttempt();
  return (
    <AsideSection title="Kept in memory only">
      <p>The last 1,000 requests, until the app quits. Nothing leaves this computer.</p>
      <label className={styles.switchRow}>
        <span>Record activity</span>
        <SwitchBox
          checked={isOn}
          onChange={(event) => {
            const recording = event.currentTarget.checked;
            attempt(() => bridge.recordActivity({ recording }));
          }}
        />
      </label>
    </AsideSection>
  );
}

function newerThan(events: readonly RecordedEvent[], paused: readonly RecordedEvent[]): number {
  const last = paused.at(-1)?.sequence ?? 0;
  return events.filter(({ sequence }) => sequence > last).length;
}

/** While the pointer is over the list, rows must not move. */
function useHeldStill(events: readonly RecordedEvent[]) {
  const [held, setHeld] = useState<readonly RecordedEvent[]>();
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

function NoRequests({ recording }: { readonly recording: boolean }) {
  const address = useService((service) => service.address);
  return (
    <SheetBody>
      <Empty
        title={recording ? 'No requests yet.' : 'Recording is off.'}
        actions={<LinkButton href="#/connect">Connect an IDE</LinkButton>}
      >
        {recording ? (
          address !== undefined && (
            <p>
              Or try it in a terminal:{' '}
              <CommandLine line={curlLine(address, '/v1/skills', ownShell(navigator))} />
            </p>
          )
        ) : (
          <p>Requests are still answered, but not listed.</p>
        )}
      </Empty>
    </SheetBody>
  );
}
