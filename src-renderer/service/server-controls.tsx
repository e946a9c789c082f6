import { Play, RotateCw, ScrollText, Square } from 'lucide-react';
import { useState } from 'react';
import type { DesktopBridge, ServerFailure, ServerStatus } from '../../src-main/ipc/contract.ts';
import { Button, LinkButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice, Refusal, Trouble } from '../components/states.tsx';
import { desktop, refusalSentence } from '../desktop.ts';
import { useService } from './service-context.tsx';
import { useNow } from './use-now.ts';

/** Starts an action once, and keeps the sentence of its failure. */
function useAction(): [(action: () => Promise<unknown>) => void, boolean, string | undefined] {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const run = (action: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setRefused(undefined);
    action()
      .catch((error: unknown) => setRefused(refusalSentence(error)))
      .finally(() => setBusy(false));
  };
  return [run, busy, refused];
}

/** Start, stop and restart: only where the desktop app runs the service itself. */
export function ServerControls() {
  const { server } = useService();
  const [run, busy, refused] = useAction();
  if (desktop === undefined || server === undefined) return null;
  const bridge = desktop;
  if (server.state === 'ready' && server.attachedTo !== undefined)
    return (
      <Notice tone="still" mark="state-on" title="Another process serves this registry.">
        <p>
          {server.attachedTo.reason} Process {server.attachedTo.pid}; when it ends, this app serves by itself.
        </p>
      </Notice>
    );
  return (
    <>
      <div className="actions">{buttonsFor(server, bridge, run, busy)}</div>
      {refused !== undefined && <Refusal>{refused}</Refusal>}
      {server.state === 'ready' && server.pending.length > 0 && (
        <Notice
          tone="care"
          mark="state-wait"
          title="Changed settings wait for a restart."
          action={<Button onClick={() => run(bridge.restartServer)}>Restart now</Button>}
        />
      )}
    </>
  );
}

function buttonsFor(
  server: ServerStatus,
  bridge: DesktopBridge,
  run: (action: () => Promise<unknown>) => void,
  busy: boolean,
) {
  const start = (word: string) => (
    <Button look="main" aria-disabled={busy} onClick={() => run(bridge.startServer)}>
      <Icon of={Play} />
      {word}
    </Button>
  );
  const stop = (
    <Button aria-disabled={busy} onClick={() => run(bridge.stopServer)}>
      <Icon of={Square} />
      Stop
    </Button>
  );
  switch (server.state) {
    case 'stopped':
      return start('Start');
    case 'failed':
      return server.failure.nextFreePort === undefined ? start('Try again') : null;
    case 'stopping':
      return null;
    case 'starting':
      return stop;
    case 'backing-off':
      return (
        <>
          {start('Try now')}
          {stop}
        </>
      );
    case 'ready':
      return (
        <>
          <Button aria-disabled={busy} onClick={() => run(bridge.restartServer)}>
            <Icon of={RotateCw} />
            Restart
          </Button>
          {stop}
        </>
      );
  }
}

/** What went wrong, and the next step, which is also the button. */
export function ServerTrouble({
  choosing = false,
}: {
  /** True where a folder is being chosen already, so that no button needs to lead there. */
  readonly choosing?: boolean;
}) {
  const { server } = useService();
  const now = useNow();
  if (desktop === undefined || server === undefined) return null;
  if (server.state === 'failed')
    return <FailureFix server={server} failure={server.failure} choosing={choosing} />;
  if (server.state === 'backing-off')
    return (
      <Notice tone="care" title={server.reason}>
        <p>
          Attempt {server.attempt} in {Math.max(0, Math.ceil((Date.parse(server.nextRetryAt) - now) / 1000))}{' '}
          s.
        </p>
      </Notice>
    );
  if (server.state === 'stopped')
    return (
      <Notice tone="still" mark="state-off" title="Agents and IDEs get no answer until you start it again." />
    );
  return null;
}

const FAILURE_TITLES: Readonly<Record<ServerFailure['reason'], (port: number, owner: string) => string>> = {
  'port-taken': (port, owner) => `Port ${port} is taken${owner}.`,
  'port-denied': (port) => `The system does not give out port ${port}.`,
  'no-registry': () => 'There is no registry in the folder.',
  'address-unavailable': () => 'The address in the settings is none of this computer.',
  'gave-up': () => 'The service kept stopping.',
  'probe-failed': () => 'The service started, but did not answer its own request.',
  unexpected: () => 'The service could not start.',
};

function FailureFix({
  server,
  failure,
  choosing,
}: {
  readonly server: ServerStatus;
  readonly failure: ServerFailure;
  readonly choosing: boolean;
}) {
  const [run, busy, refused] = useAction();
  if (desktop === undefined) return null;
  const bridge = desktop;
  const next = failure.nextFreePort;
  const { usePort: changePort } = bridge;
  const takePort = (always: boolean) => next !== undefined && run(() => changePort({ port: next, always }));
  const owner = failure.portOwner === undefined ? '' : ` by ${failure.portOwner}`;
  return (
    <Trouble>
      <p>
        <b>{FAILURE_TITLES[failure.reason](server.port, owner)}</b> {failure.message}
      </p>
      <div className="actions">
        {next !== undefined && (
          <>
            <Button look="main" aria-disabled={busy} onClick={() => takePort(false)}>
              Use {next} this time
            </Button>
            <Button aria-disabled={busy} onClick={() => takePort(true)}>
              Always use {next}
            </Button>
            <Button look="bare" aria-disabled={busy} onClick={() => run(bridge.startServer)}>
              <Icon of={RotateCw} />
              Try {server.port} again
            </Button>
          </>
        )}
        {failure.reason === 'no-registry' && !choosing && (
          <LinkButton href="#/registry">Choose another folder</LinkButton>
        )}
        {failure.reason === 'address-unavailable' && (
          <LinkButton href="#/settings">Change the address</LinkButton>
        )}
        <Button look="bare" onClick={() => run(bridge.showLogs)}>
          <Icon of={ScrollText} />
          Show the log
        </Button>
      </div>
      {refused !== undefined && <p>{refused}</p>}
    </Trouble>
  );
}
