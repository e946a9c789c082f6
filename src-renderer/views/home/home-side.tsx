import type { RecordedEvent } from '../../../src-main/contract/desktop-bridge.ts';
import type { ActivityEvent } from '../../../src-server/contract/api/activity.ts';
import { clientName } from '../../activity/client-name.ts';
import { clockOf, eventWords } from '../../activity/event-words.ts';
import { fileReadOf } from '../../activity/file-reads.ts';
import { knowledgeGaps } from '../../activity/knowledge-gaps.ts';
import { LinkButton } from '../../components/button.tsx';
import { useMedia } from '../../components/use-media.ts';
import { AsideSection } from '../../components/view-aside.tsx';
import { NARROW } from '../../components/widths.ts';
import type { Proof } from '../../connect/use-proof.ts';
import { desktop } from '../../desktop.ts';
import { formatRoute } from '../../route/route.ts';
import { useActivity, useService } from '../../stores/use-stores.tsx';
import { commandWords } from '../../text/command-lines.ts';
import { formatMs, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { ExampleSkill } from './example-skill.tsx';
import styles from './home.module.css';
import { Pairs } from './pairs.tsx';

const SHOWN = 5;

export function HomeSide({
  proof,
  isComing,
}: {
  readonly proof: Proof | undefined;
  /** Loading, and will stand above. */
  readonly isComing: boolean;
}) {
  const phase = useService((service) => service.phase);
  const events = useActivity().value?.events ?? [];
  return (
    <aside className={styles.side} data-coming={isComing || undefined} aria-label="What is going on">
      {desktop !== undefined && <LastRequests events={events} isOver={phase === 'stopped'} />}
      {desktop !== undefined && <Gaps events={events} />}
      {desktop !== undefined &&
        phase === 'serving' &&
        events.length === 0 &&
        proof?.statement !== undefined && (
          <AsideSection title="What an agent gets" end={<span className="muted">an example</span>}>
            <ExampleSkill proof={proof} />
          </AsideSection>
        )}
      {phase === 'serving' ? (
        <Serving hasEvents={events.length > 0} />
      ) : (
        phase !== 'asking' && <WhatStillWorks />
      )}
      {desktop === undefined && <NeedsTheApp />}
    </aside>
  );
}

function LastRequests({
  events,
  isOver,
}: {
  readonly events: readonly RecordedEvent[];
  readonly isOver: boolean;
}) {
  const { recording } = useActivity().value ?? { recording: true };
  // With five tabs (narrow window) there is no room for Activity.
  const hasTabs = useMedia(NARROW);
  if (events.length === 0 && recording && !hasTabs) return null;
  return (
    <AsideSection
      title={isOver ? 'Before it stopped' : 'What agents read'}
      end={
        <a className="link" href="#/activity">
          All activity
        </a>
      }
    >
      {events.length === 0 ? (
        <p>{recording ? 'No request was seen yet.' : 'Recording is off, so requests are not listed here.'}</p>
      ) : (
        <ol className={styles.requests}>
          {events
            .slice(-SHOWN)
            .reverse()
            .map((event) => (
              <LastRequest key={event.sequence} event={event} />
            ))}
        </ol>
      )}
    </AsideSection>
  );
}

function LastRequest({ event }: { readonly event: ActivityEvent }) {
  const read = fileReadOf(event);
  return (
    <li>
      <time className="mono" dateTime={event.at}>
        {clockOf(event.at)}
      </time>
      <span>
        <b>
          <Revealed text={clientName(event.client)} />
        </b>{' '}
        {read === undefined ? (
          <Revealed text={eventWords(event)} />
        ) : (
          <a className="link plain" href={formatRoute({ view: 'skill', key: read.key, file: read.file })}>
            <Revealed text={eventWords(event)} />
          </a>
        )}
      </span>
      <span className="number muted">{formatMs(event.durationMs)}</span>
    </li>
  );
}

function Gaps({ events }: { readonly events: readonly ActivityEvent[] }) {
  const gaps = knowledgeGaps(events).slice(0, SHOWN);
  if (gaps.length === 0) return null;
  return (
    <AsideSection title="Searches with no result">
      <ul className={styles.gaps}>
        {gaps.map(({ query, count }) => (
          <li key={query}>
            <Revealed text={query} />
            <span className="number">{plural(count, 'time')}</span>
          </li>
        ))}
      </ul>
      <p>These skills are worth writing next.</p>
    </AsideSection>
  );
}

function Serving({ hasEvents }: { readonly hasEvents: boolean }) {
  const isSample = useService(({ status }) => status?.registry.sample === true);
  if (desktop === undefined || hasEvents || !isSample) return null;
  return (
    <AsideSection title="Your own skills">
      <p>
        A folder with a <code>skill.json</code> in it is a skill; a folder of those is a registry. It stays
        where it is, and each change in it is picked up.
      </p>
      <p>
        <LinkButton href="#/registry">Use your own folder…</LinkButton>
      </p>
    </AsideSection>
  );
}

function WhatStillWorks() {
  return (
    <AsideSection title="What still works">
      <Pairs
        pairs={[
          ['Reading', 'this window keeps what it has read'],
          ...(desktop === undefined
            ? []
            : ([['Setting up a program', 'its settings can be written now']] as const)),
          [
            'The command line',
            <code key="mcp">{commandWords()} mcp</code>,
            ' starts a copy of its own for one program',
          ],
        ]}
      />
    </AsideSection>
  );
}

function NeedsTheApp() {
  return (
    <AsideSection title="What needs the app">
      <Pairs
        pairs={[
          ['Writing a program’s settings', 'here: a link, or lines to copy'],
          [
            'Choosing a folder',
            'here: ',
            <code key="serve">{commandWords()} serve --registry &lt;folder&gt;</code>,
          ],
          [
            'Starting and stopping',
            'here: the terminal that it runs in, ',
            <kbd key="ctrl">Ctrl</kbd>,
            ' ',
            <kbd key="c">C</kbd>,
          ],
          ['Seeing each request', 'here: the last call of each program'],
        ]}
      />
    </AsideSection>
  );
}
