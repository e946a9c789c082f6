import { useEffect, useState } from 'react';
import type { McpClientId } from '../../../src-server/contract/clients/clients.ts';
import { countWords } from '../../../src-server/contract/words.ts';
import { desktop } from '../../data/host.ts';
import { useService } from '../../data/registry.ts';
import { curlLine, ownShell } from '../../domain/command-lines.ts';
import { Card, Disclosure, Page } from '../../layout/layout.tsx';
import { LiveLine } from '../../layout/live.tsx';
import { ServeAgain } from '../../layout/serve-registry.tsx';
import type { Route } from '../../router.ts';
import { CommandLine } from '../../ui/code.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import { ActivityLists } from './agent-reads.tsx';
import { AgentRow, type Change, StrangerRow } from './agent-row.tsx';
import styles from './agents.module.css';
import { type Agent, agentsSentence, isUsual, useAgents } from './agents.ts';
import { Snippet } from './change-preview.tsx';

type AgentsRoute = Extract<Route, { readonly view: 'agents' }>;

export default function AgentsView({ route: { client: wanted } }: { readonly route: AgentsRoute }) {
  const known = useAgents();
  const { state: service } = useService();
  const [written, setWritten] = useState<McpClientId>();
  const [opened, setOpened] = useState<Opened>();
  const now = useNow();
  if (known === undefined) return <Page title="Agents" />;
  const { agents, strangers, failed, isServing, mcpUrl } = known;
  const hasActivity = (service.status?.activity ?? 0) > 0;
  const shown = agents.filter(
    ({ id, progress: { stage } }) =>
      id === wanted || (stage !== 'not-here' && (stage !== 'no-call' || isUsual(id))),
  );
  const others = agents.filter((agent) => !shown.includes(agent));
  const proving = provingAgent(shown, written, isServing);
  const next = nextAgent(shown, proving);
  const linked = desktop && agents.find((agent) => agent.id === wanted && isOffered(agent));
  const given: Opened = opened ?? { id: linked?.id, change: linked && 'connect' };
  const open = given.change === undefined ? undefined : given;
  const row = (agent: Agent) => (
    <AgentRow
      key={agent.id}
      agent={agent}
      isServing={isServing}
      isNext={agent === next}
      isProving={agent === proving}
      change={open?.id === agent.id ? open.change : undefined}
      isOtherOpen={open !== undefined && open.id !== agent.id}
      now={now}
      onOpen={(change) => setOpened({ id: agent.id, change })}
      onWritten={() => {
        setOpened({ id: agent.id, change: undefined });
        setWritten(open?.change === 'connect' ? agent.id : undefined);
      }}
    />
  );
  return (
    <Page
      title={
        isServing
          ? agentsSentence([...agents, ...strangers])
          : 'The service does not run: no agent gets an answer.'
      }
      sub={!isServing && desktop === undefined ? <ServeAgain service={service} /> : subWords(shown)}
    >
      {failed !== undefined && <Notice kind="error" title={<Revealed text={failed} />} />}
      {isServing && (hasActivity || agents.some(isHeardOf) || strangers.length > 0) && <LiveLine />}
      {shown.length + strangers.length > 0 && (
        <Card as="ul" aria-label="Agents">
          {shown.filter((agent) => !isUnconnected(agent)).map(row)}
          {strangers.map((stranger) => (
            <StrangerRow key={stranger.name} stranger={stranger} isServing={isServing} now={now} />
          ))}
          {shown.filter(isUnconnected).map(row)}
        </Card>
      )}
      <div className={styles.more}>
        <Disclosure summary={`More: ${countWords(others.length, 'other program')}, and by hand`}>
          <Card as="ul" aria-label="Other programs">
            {others.map(row)}
          </Card>
          <ByHand mcpUrl={mcpUrl} />
        </Disclosure>
      </div>
      <ActivityLists now={now} />
    </Page>
  );
}

/** The change that is shown; at first that of the program to which an address leads. */
interface Opened {
  readonly id: McpClientId | undefined;
  readonly change: Change | undefined;
}

/** Whether it could read at any moment. */
function isHeardOf({ progress: { stage }, week }: Agent): boolean {
  return week !== undefined || stage === 'works' || stage === 'seen' || stage === 'waiting';
}

function isUnconnected({ progress: { stage }, week }: Agent): boolean {
  return week === undefined && (stage === 'not-set-up' || stage === 'no-call' || stage === 'not-here');
}

function isOffered({ progress: { stage } }: Agent): boolean {
  return stage === 'not-set-up' || stage === 'not-here' || stage === 'cannot-work';
}

function subWords(shown: readonly Agent[]): string {
  if (desktop === undefined)
    return 'A page in a browser can’t change the settings of other programs: paste a line in a terminal.';
  if (shown.length === 0) return 'No program that can be connected was found on this computer.';
  const isNew = shown.every(({ progress: { stage } }) => stage === 'not-set-up');
  return isNew
    ? `${countWords(shown.length, 'program')} on this computer can be connected. You see the change to its settings before it is written.`
    : 'A connected agent asks by itself, before it writes code with a library.';
}

/** Returns the program that was just connected; without one that works, the first that could ask. */
function provingAgent(
  agents: readonly Agent[],
  written: McpClientId | undefined,
  isServing: boolean,
): Agent | undefined {
  if (!isServing) return undefined;
  const hasRead = ({ progress }: Agent) =>
    progress.stage === 'works' && progress.calls.lastRead !== undefined;
  const unproven = agents.filter(
    (agent) => ['works', 'seen', 'waiting'].includes(agent.progress.stage) && !hasRead(agent),
  );
  const isProven = agents.some((agent) => hasRead(agent) || agent.week !== undefined);
  return unproven.find(({ id }) => id === written) ?? (isProven ? undefined : unproven[0]);
}

/** Returns the program that has the black button. */
function nextAgent(agents: readonly Agent[], proving: Agent | undefined): Agent | undefined {
  if (desktop === undefined) return undefined;
  if (proving !== undefined) return proving;
  const wrong = agents.find(({ progress }) => progress.stage === 'cannot-work' && progress.isMendable);
  if (wrong !== undefined) return wrong;
  const works = agents.some(({ progress }) => progress.stage === 'works');
  return works ? undefined : agents.find(({ progress }) => progress.stage === 'not-set-up');
}

/** How programs are connected that are not in the list. */
function ByHand({ mcpUrl }: { readonly mcpUrl: string | undefined }) {
  const { address } = useService().state;
  if (mcpUrl === undefined || address === undefined) return null;
  const entry = { mcpServers: { 'skills-registry': { type: 'http', url: mcpUrl } } };
  return (
    <div className={styles.byHand}>
      <h2>By hand</h2>
      <p className="soft">Any other program that speaks MCP asks at this address:</p>
      <CommandLine line={mcpUrl} />
      <Snippet
        name="another program"
        text={JSON.stringify(entry, undefined, 2)}
        place="the program’s MCP settings"
      />
      <p className="soft">Scripts ask over HTTP:</p>
      <CommandLine line={curlLine(address, '/v1/find?q=deadlock', ownShell(navigator))} />
    </div>
  );
}

const STEP_MS = 20_000;

/** Returns the time in milliseconds since 1970, renewed often enough for ages in minutes. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
