import { ExternalLink, Play, RotateCw, ScrollText, Square } from 'lucide-react';
import { PENDING_WORDS } from '../../src-main/contract/describe-service.ts';
import type { DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import type { ServiceState, StateIn } from '../../src-main/contract/service-state.ts';
import { Button, LinkButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice, Refusal, Trouble } from '../components/states.tsx';
import { useAction } from '../components/use-action.ts';
import { desktop } from '../desktop.ts';
import { useNow } from '../stores/use-now.ts';
import { useService } from '../stores/use-stores.tsx';
import { serviceWords } from './service-words.ts';

/** Shows only failures. */
function useCommand(): [(command: () => Promise<unknown>) => void, boolean, string | undefined] {
  const { run, isRunning, result } = useAction();
  return [(command) => run(async () => void (await command())), isRunning, result?.message];
}

/** Only if the app runs the service. */
export function ServiceButtons({
  look = 'plain',
}: {
  /** Of secondary buttons. */
  readonly look?: 'plain' | 'bare';
}) {
  const service = useService();
  const [run, busy, refused] = useCommand();
  if (desktop === undefined) return null;
  return (
    <>
      <div className="actions">{buttonsFor(service, desktop, run, busy, look)}</div>
      {refused !== undefined && <Refusal>{refused}</Refusal>}
    </>
  );
}

/** Only with changed settings. */
export function PendingNotice({ restart }: { readonly restart: () => Promise<unknown> }) {
  const service = useService();
  const [run, busy, refused] = useCommand();
  if (!('pending' in service) || service.pending.length === 0) return null;
  const { title, text } = PENDING_WORDS;
  return (
    <>
      <Notice
        tone="care"
        mark="state-wait"
        title={title}
        action={
          <Button aria-disabled={busy} onClick={() => run(restart)}>
            <Icon of={RotateCw} />
            Restart now
          </Button>
        }
      >
        <p>{text}</p>
      </Notice>
      {refused !== undefined && <Refusal>{refused}</Refusal>}
    </>
  );
}

function buttonsFor(
  service: ServiceState,
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
    case 'exported':
    case 'stopping':
      return null;
    case 'stopped':
      return start('Start');
    case 'starting':
      return stop;
    case 'restarting':
      return (
        <>
          {start('Try now')}
          {stop}
        </>
      );
    case 'failed':
      return service.failure.nextFreePort === undefined ? start('Try again') : null;
    case 'silent':
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
  /** Already choosing: no link. */
  readonly choosing?: boolean;
}) {
  const service = useService();
  if (desktop === undefined) return null;
  if (service.phase === 'failed') return <FailureFix service={service} choosing={choosing} />;
  if (service.phase === 'restarting')
    return (
      <Notice tone="care" title={serviceWords(service).title}>
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
  service,
  choosing,
}: {
  readonly service: StateIn<'failed'>;
  readonly choosing: boolean;
}) {
  const [run, busy, refused] = useCommand();
  if (desktop === undefined) return null;
  const bridge = desktop;
  const { port, failure } = service;
  const { nextFreePort: next, servedAt } = failure;
  const { title, text } = serviceWords(service);
  const { usePort: changePort, openExternal } = bridge;
  const takePort = (always: boolean) => next !== undefined && run(() => changePort({ port: next, always }));
  return (
    <Trouble>
      <p>
        <b>{title}</b> {text}
      </p>
      <div className="actions">
        {servedAt !== undefined && (
          <Button look="main" aria-disabled={busy} onClick={() => run(() => openExternal({ url: servedAt }))}>
            <Icon of={ExternalLink} />
            Open its page
          </Button>
        )}
        {next !== undefined && (
          <>
            <Button
              look={servedAt === undefined ? 'main' : 'plain'}
              aria-disabled={busy}
              onClick={() => takePort(false)}
            >
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
