import type { ActivityEvent } from '../../../src-server/contract/activity.ts';
import { clientName } from '../../activity/client-name.ts';
import { clockOf, eventWords } from '../../activity/event-words.ts';
import { knowledgeGaps } from '../../activity/knowledge-gaps.ts';
import { CopyButton } from '../../components/copy.tsx';
import { SeverityMark } from '../../components/facts.tsx';
import { desktop } from '../../desktop.ts';
import { formatRoute } from '../../route/route.ts';
import { formatMs } from '../../text/format.ts';
import { useActivity, useRegistry } from '../../world/use-world.tsx';

/** What is going on on the desktop; what one can do from here in a browser. */
export function HomeSide({
  alive,
  address,
}: {
  readonly alive: boolean;
  readonly address: string | undefined;
}) {
  return (
    <aside className="side" aria-label="What is going on">
      {desktop !== undefined && <LastRequests />}
      {alive && address !== undefined && <TryIt address={address} />}
      {!alive && <UntilItServes />}
      <FirstProblems />
    </aside>
  );
}

function UntilItServes() {
  return (
    <section>
      <header className="side-head">
        <h2>Until it serves</h2>
      </header>
      <p className="soft para">
        Search and new texts wait for it. What was already loaded into this window stays readable. The folder
        itself is never changed, so nothing can be lost.
      </p>
    </section>
  );
}

const SHOWN = 5;

function LastRequests() {
  const activity = useActivity().value;
  const events = activity?.events ?? [];
  const gaps = knowledgeGaps(events).slice(0, SHOWN);
  return (
    <>
      <section>
        <header className="side-head">
          <h2>Last requests</h2>
          <a className="link" href="#/activity">
            All activity
          </a>
        </header>
        {events.length === 0 ? (
          <p className="soft para">
            {activity?.available === false
              ? 'Another process serves; its requests are not seen here.'
              : 'No requests yet. Agents and IDEs show up here with their first one.'}
          </p>
        ) : (
          <ol className="mini">
            {events
              .slice(-SHOWN)
              .reverse()
              .map((event) => (
                <LastRequest key={event.sequence} event={event} />
              ))}
          </ol>
        )}
      </section>
      {gaps.length > 0 && (
        <section>
          <header className="side-head">
            <h2>Asked for, not there</h2>
          </header>
          <ul className="mini two">
            {gaps.map(({ query, count }) => (
              <li key={query}>
                <span>{query}</span>
                <span className="number">{count}×</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function LastRequest({ event }: { readonly event: ActivityEvent }) {
  return (
    <li>
      <time className="mono" dateTime={event.at}>
        {clockOf(event.at)}
      </time>
      <span>
        <b>{clientName(event.client)}</b> {eventWords(event)}
      </span>
      <span className="number muted">{formatMs(event.durationMs)}</span>
    </li>
  );
}

/** Three requests to paste into a terminal: the address proves itself best by being used. */
function TryIt({ address }: { readonly address: string }) {
  const first = useRegistry(({ skills }) => skills[0]?.key);
  const lines: ReadonlyArray<readonly [what: string, command: string]> = [
    ['Find by a question', `curl '${address}/v1/find?q=deadlock'`],
    ...(first === undefined
      ? []
      : ([['Read one file', `curl '${encodeURI(`${address}/v1/skills/${first}`)}/pitfalls'`]] as const)),
    ['List all skills', `curl '${address}/v1/skills'`],
  ];
  return (
    <section>
      <header className="side-head">
        <h2>Try it in a terminal</h2>
      </header>
      <ul className="try">
        {lines.map(([what, command]) => (
          <li key={what}>
            <span className="muted">{what}</span>
            <code>{command}</code>
            <CopyButton
              text={command}
              said="Copied the command"
              label={`Copy: ${what}`}
              look="bare"
              iconOnly
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FirstProblems() {
  const problems = useRegistry((registry) => registry.problems);
  const errors = problems.filter(({ severity }) => severity === 'error').slice(0, SHOWN);
  if (errors.length === 0) return null;
  return (
    <section>
      <header className="side-head">
        <h2>Fix first</h2>
        <a className="link" href="#/problems">
          All problems
        </a>
      </header>
      <ul className="fix-first">
        {errors.map((problem) => (
          <li key={`${problem.code}${problem.file}${problem.pointer}${problem.message}`}>
            <SeverityMark severity="error" />
            <span>
              {problem.message}
              {problem.skillKey !== undefined && (
                <a className="key" href={formatRoute({ view: 'skill', key: problem.skillKey })}>
                  {problem.skillKey}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
