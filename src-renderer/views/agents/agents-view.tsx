import { useState } from 'react';
import type { McpClientId } from '../../../src-server/contract/clients/clients.ts';
import { useService } from '../../data/use-service.ts';
import { desktop } from '../../desktop.ts';
import { Card, Page } from '../../layout/layout.tsx';
import { ServeAgain } from '../../layout/serve-again.tsx';
import type { Route } from '../../router/route.ts';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Notice } from '../../ui/show/notice.tsx';
import { AgentRow, type Change, StrangerRow } from './agent-row.tsx';
import styles from './agents.module.css';
import { ByHand } from './by-hand.tsx';
import { agentsSentence } from './client-progress.ts';
import { Questions } from './questions.tsx';
import { type Agent, isUsual, useAgents } from './use-agents.ts';
import { useNow } from './use-now.ts';

type AgentsRoute = Extract<Route, { readonly view: 'agents' }>;

export default function AgentsView({ route: { client: wanted } }: { readonly route: AgentsRoute }) {
  const known = useAgents();
  const { state: service } = useService();
  const [written, setWritten] = useState<McpClientId>();
  const [opened, setOpened] = useState<Opened>();
  const now = useNow();
  if (known === undefined) return <Page title="Agents" />;
  const { agents, strangers, failed, isServing, mcpUrl } = known;
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
      {shown.length + strangers.length > 0 && (
        <Card as="ul" aria-label="Agents">
          {shown.map(row)}
          {strangers.map((stranger) => (
            <StrangerRow key={stranger.name} stranger={stranger} isServing={isServing} now={now} />
          ))}
        </Card>
      )}
      <div className={styles.more}>
        <Disclosure summary={`More: ${plural(others.length, 'other program')}, and by hand`}>
          <Card as="ul" aria-label="Other programs">
            {others.map(row)}
          </Card>
          <ByHand mcpUrl={mcpUrl} />
        </Disclosure>
      </div>
      <Questions now={now} />
    </Page>
  );
}

/** The change that is shown; at first that of the program to which an address leads. */
interface Opened {
  readonly id: McpClientId | undefined;
  readonly change: Change | undefined;
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
    ? `${plural(shown.length, 'program')} on this computer can be connected. You see the change to its settings before it is written.`
    : 'A connected agent asks by itself, before it writes code with a library.';
}

/** The program that was just connected; without one that works, the first that could ask. */
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
  return unproven.find(({ id }) => id === written) ?? (agents.some(hasRead) ? undefined : unproven[0]);
}

/** Has the black button. */
function nextAgent(agents: readonly Agent[], proving: Agent | undefined): Agent | undefined {
  if (desktop === undefined) return undefined;
  if (proving !== undefined) return proving;
  const wrong = agents.find(({ progress }) => progress.stage === 'cannot-work' && progress.isMendable);
  if (wrong !== undefined) return wrong;
  const works = agents.some(({ progress }) => progress.stage === 'works');
  return works ? undefined : agents.find(({ progress }) => progress.stage === 'not-set-up');
}
