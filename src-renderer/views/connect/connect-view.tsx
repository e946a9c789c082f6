import { useEffect, useRef, useState } from 'react';
import type { McpClientId } from '../../../src-server/contract/clients/mcp-clients.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { Notice, SkeletonRows } from '../../components/states.tsx';
import { AsideSection, ViewAside, WithAside } from '../../components/view-aside.tsx';
import { browserWay } from '../../connect/browser-way.ts';
import { progressSummary } from '../../connect/client-progress.ts';
import { ClientRow, ClientRows, OtherClients } from '../../connect/client-row.tsx';
import { LeadHead, McpAddress } from '../../connect/lead-head.tsx';
import { type Client, useClients } from '../../connect/use-clients.ts';
import { type Connections, useConnections } from '../../connect/use-connections.ts';
import { useProof } from '../../connect/use-proof.ts';
import { isUsual } from '../../connect/usual-clients.ts';
import { desktop } from '../../desktop.ts';
import { serviceWords } from '../../frame/service-words.ts';
import { useService } from '../../stores/use-stores.tsx';
import { commandWords } from '../../text/command-lines.ts';
import { ClientWays } from './client-ways.tsx';
import styles from './connect.module.css';
import { ConnectionDoctor } from './connection-doctor.tsx';
import { EverythingElse } from './everything-else.tsx';
import { PointerSection } from './pointer-section.tsx';
export default function ConnectView({ client }: { readonly client: string | undefined }) {
  const connections = useConnections();
  const clients = useClients(connections);
  return (
    <WithAside
      aside={desktop === undefined ? <WithoutTheApp /> : <ConnectionDoctor connections={connections} />}
    >
      <section aria-labelledby="connect-title">
        <Head clients={clients} />
        <p className={styles.how}>
          <b>One service for all of them.</b> Each program calls the address above, and its calls are listed
          here. Programs that can’t use an address start a small helper instead.
        </p>
        {clients !== undefined ? (
          <Rows clients={clients} connections={connections} first={client} />
        ) : connections.failed === undefined ? (
          <SkeletonRows rows={9} />
        ) : (
          <div className={styles.notice}>
            <Notice
              tone="bad"
              title={connections.failed}
              action={<Button onClick={connections.reload}>Try again</Button>}
            />
          </div>
        )}
        <PointerSection />
        <EverythingElse />
      </section>
    </WithAside>
  );
}

function Head({ clients }: { readonly clients: readonly Client[] | undefined }) {
  const service = useService();
  const mcpUrl = service.status?.mcpUrl ?? (service.address && `${service.address}/mcp`);
  const alive = service.phase === 'serving';
  const { word } = serviceWords(service);
  return (
    <LeadHead
      title="Connect"
      titleId="connect-title"
      sub={
        alive
          ? clients && progressSummary(clients.map(({ progress }) => progress))
          : `${word}: no program gets an answer until it serves`
      }
    >
      {mcpUrl !== undefined && <McpAddress url={mcpUrl} isDead={!alive} />}
    </LeadHead>
  );
}

function Rows({
  clients,
  connections,
  first,
}: {
  readonly clients: readonly Client[];
  readonly connections: Connections;
  readonly first: string | undefined;
}) {
  const alive = useService(({ phase }) => phase === 'serving');
  const prompt = useProof()?.prompt.text;
  const [open, setOpen] = useState<string | undefined>(first);
  useEffect(() => setOpen(first), [first]);
  const [everyone, setEveryone] = useState(false);
  // A browser can't know the installed clients: shows common clients first, all on request.
  const away = clients.filter(
    ({ progress: { stage }, id }) =>
      id !== first &&
      (stage === 'not-here' || (desktop === undefined && stage === 'no-call' && !isUsual(id))),
  );
  const shown = everyone ? clients : clients.filter((client) => !away.includes(client));
  return (
    <>
      <ClientRows>
        {shown.map((client) => (
          <Row
            key={client.id}
            client={client}
            alive={alive}
            prompt={prompt}
            isOpen={open === client.id}
            isFirst={client.id === first}
            onToggle={() => setOpen(open === client.id ? undefined : client.id)}
            onChange={connections.reload}
          />
        ))}
      </ClientRows>
      <OtherClients
        words={desktop === undefined ? 'Also:' : 'Not on this computer:'}
        names={everyone ? [] : away.map(({ name }) => name)}
      >
        <Button look="bare" onClick={() => setEveryone(true)}>
          Show how
        </Button>
      </OtherClients>
    </>
  );
}

function Row({
  client,
  alive,
  prompt,
  isOpen,
  isFirst,
  onToggle,
  onChange,
}: {
  readonly client: Client;
  readonly alive: boolean;
  /** `undefined` without a skill. */
  readonly prompt: string | undefined;
  readonly isOpen: boolean;
  readonly isFirst: boolean;
  readonly onToggle: () => void;
  readonly onChange: () => void;
}) {
  const { id, name, progress } = client;
  return (
    <ClientRow
      name={name}
      progress={progress}
      alive={alive}
      why={progress.stage === 'no-call' || progress.stage === 'unknown' ? browserWay(id) : undefined}
      actions={
        <>
          {progress.stage === 'seen' && alive && prompt !== undefined && (
            <CopyButton text={prompt} said="Copied the prompt" label={`Copy the prompt for ${name}`}>
              Copy the prompt
            </CopyButton>
          )}
          <Toggle client={client} isOpen={isOpen} onToggle={onToggle} />
        </>
      }
    >
      {isOpen && <Panel client={client} isFirst={isFirst} onChange={onChange} />}
    </ClientRow>
  );
}

function Toggle({
  client: { id, name, progress },
  isOpen,
  onToggle,
}: {
  readonly client: Client;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <Disclosure
      look={progress.stage === 'works' || progress.stage === 'seen' ? 'bare' : 'plain'}
      isOpen={isOpen}
      controls={panelId(id)}
      aria-label={`${toggleWord(progress.stage)}: ${name}`}
      onToggle={onToggle}
    >
      {toggleWord(progress.stage)}
    </Disclosure>
  );
}

function toggleWord(stage: Client['progress']['stage']): string {
  switch (stage) {
    case 'not-set-up':
      return 'Connect';
    case 'cannot-work':
      return 'Show the change';
    case 'works':
    case 'seen':
    case 'waiting':
      return 'Settings';
    default:
      return 'Show how';
  }
}

function panelId(id: McpClientId): string {
  return `connect-${id}`;
}

function Panel({
  client,
  isFirst,
  onChange,
}: {
  readonly client: Client;
  readonly isFirst: boolean;
  readonly onChange: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  // A link to this client must show the client's panel.
  useEffect(() => {
    if (isFirst) place.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [isFirst]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: neither a form's fields nor a part of the outline
    <div
      ref={place}
      id={panelId(client.id)}
      className={styles.panel}
      role="group"
      aria-label={`Connecting ${client.name}`}
    >
      <ClientWays client={client} onChange={onChange} />
    </div>
  );
}

function WithoutTheApp() {
  return (
    <ViewAside label="What needs the app">
      <AsideSection title="What needs the app">
        <p>
          This page can’t read settings of programs. The desktop app, and{' '}
          <code>{commandWords()} connect</code> on the command line, write them for you, show each change
          before, and take it back.
        </p>
        <p>
          <code>{commandWords()} connect --doctor</code> finds out why a program can’t reach the service.
        </p>
      </AsideSection>
    </ViewAside>
  );
}
