import { Play, RotateCw, ScrollText, Square } from 'lucide-react';
import { useState } from 'react';
import type { DesktopBridge, ServerFailure } from '../../src-main/contract/desktop-bridge.ts';
import { Button, LinkButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice, Refusal, Trouble } from '../components/states.tsx';
import { desktop, refusalSentence } from '../desktop.ts';
import type { Service } from '../world/service.ts';
import { useNow } from '../world/use-now.ts';
import { useService } from '../world/use-world.tsx';
import { failureWords } from './view-reason.ts';

/** One action at a time, with the message of a failure. */
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

/** Absent unless the desktop app runs the service itself. */
export function ServiceButtons({
  look = 'plain',
}: {
  /** Of secondary buttons; default: `plain`. */
  readonly look?: 'plain' | 'bare';
}) {
  const service = useService();
  const [run, busy, refused] = useAction();
  if (desktop === undefined || isAttached(service)) return null;
  return (
    <>
      <div className="actions">{buttonsFor(service, desktop, run, busy, look)}</div>
      {refused !== undefined && <Refusal>{refused}</Refusal>}
    </>
  );
}

function isAttached(service: Service): boolean {
  return 'attachedTo' in service && service.attachedTo !== undefined;
}

/** Another process runs the service, or settings need a restart. */
export function ServiceNotices() {
  const service = useService();
  const [run, , refused] = useAction();
  if (desktop === undefined || !('attachedTo' in service)) return null;
  const bridge = desktop;
  if (service.attachedTo !== undefined)
    return (
      <Notice tone="still" mark="state-on" title="Another process serves this registry.">
        <p>
          {service.attachedTo.reason} Process {service.attachedTo.pid}; when it ends, this app serves by
          itself.
        </p>
      </Notice>
    );
  if (service.pending.length === 0) return null;
  return (
    <>
      <Notice
        tone="care"
        mark="state-wait"
        title="Changed settings wait for a restart."
        action={<Button onClick={() => run(bridge.restartServer)}>Restart now</Button>}
      />
      {refused !== undefined && <Refusal>{refused}</Refusal>}
    </>
  );
}

function buttonsFor(
  service: Service,
  bridge: DesktopBridge,
  run: (action: () => Promise<unknown>) => void,
  busy: boolean,
  look: 'plain' | 'bare',
) {
  const start = (word: string) => (
    <Button look="main" aria-disabled={busy} onClick={() => run(bridge.startServer)}>
      <Icon of={Play} />
      {word}
    </Button>
  );
  const stop = (
    <Button look={look} aria-disabled={busy} onClick={() => run(bridge.stopServer)}>
      <Icon of={Square} />
      Stop
    </Button>
  );
  const restart = (
    <Button look={look} aria-disabled={busy} onClick={() => run(bridge.restartServer)}>
      <Icon of={RotateCw} />
      Restart
    </Button>
  );
  switch (service.phase) {
    case 'asking':
      return null;
    case 'stopped':
      return start('Start');
    case 'starting':
      if (service.kind === 'stopping') return null;
      return (
        <>
          {service.kind === 'backing-off' && start('Try now')}
          {stop}
        </>
      );
    case 'failed':
      if (service.failure !== undefined)
        return service.failure.nextFreePort === undefined ? start('Try again') : null;
      return (
        <>
          {restart}
          {stop}
        </>
      );
    case 'serving':
    case 'away':
      return (
        <>
          {restart}
          {stop}
        </>
      );
  }
}

export function ServiceTrouble({
  choosing = false,
}: {
  /** A folder is being chosen already: no link. */
  readonly choosing?: boolean;
}) {
  const service = useService();
  if (desktop === undefined) return null;
  if (service.phase === 'failed' && service.failure !== undefined)
    return <FailureFix port={service.port} failure={service.failure} choosing={choosing} />;
  if (service.phase === 'starting' && service.kind === 'backing-off')
    return (
      <Notice tone="care" title={service.why}>
        <p>
          Attempt {service.attempt} in <SecondsUntil at={service.nextRetryAt} />.
        </p>
      </Notice>
    );
  return null;
}

function SecondsUntil({ at }: { readonly at: number }) {
  const now = useNow();
  return <>{Math.max(0, Math.ceil((at - now) / 1000))} s</>;
}

function FailureFix({
  port,
  failure,
  choosing,
}: {
  readonly port: number | undefined;
  readonly failure: ServerFailure;
  readonly choosing: boolean;
}) {
  const [run, busy, refused] = useAction();
  if (desktop === undefined) return null;
  const bridge = desktop;
  const next = failure.nextFreePort;
  const { title, text } = failureWords(failure);
  const { usePort: changePort } = bridge;
  const takePort = (always: boolean) => next !== undefined && run(() => changePort({ port: next, always }));
  return (
    <Trouble>
      <p>
        <b>{title}</b> {text}
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
              Try {port} again
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
