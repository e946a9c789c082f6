import { ArrowDown, FileDiff, Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice, SkeletonRows } from '../../components/states.tsx';
import { ClientRow, ClientRows, OtherClients } from '../../connect/client-row.tsx';
import type { Client } from '../../connect/use-clients.ts';
import { desktop } from '../../desktop.ts';
import { formatRoute } from '../../route/route.ts';
import { useService } from '../../stores/use-stores.tsx';
import styles from './home.module.css';
import { PROMPT_ID } from './proving-prompt.tsx';
export function ClientOverview({
  clients,
  failed,
  onRetry,
}: {
  readonly clients: readonly Client[] | undefined;
  readonly failed: string | undefined;
  readonly onRetry: () => void;
}) {
  const alive = useService(({ phase }) => phase === 'serving');
  if (clients === undefined)
    return failed === undefined ? (
      <SkeletonRows rows={6} />
    ) : (
      <div className={styles.trouble}>
        <Notice tone="bad" title={failed} action={<Button onClick={onRetry}>Try again</Button>} />
      </div>
    );
  const isBrowser = desktop === undefined;
  const here = clients.filter(({ progress }) => progress.stage !== 'not-here');
  const called = here.filter(({ progress }) => progress.stage !== 'no-call' && progress.stage !== 'unknown');
  // In a browser only calls are known; Connect has the ways.
  const shown = isBrowser ? called : here;
  const others = clients.filter((client) => !shown.includes(client)).map(({ name }) => name);
  // Until a client works, suggests the first connectable client.
  const next = called.some(({ progress }) => ['works', 'seen', 'waiting'].includes(progress.stage))
    ? undefined
    : shown.find(({ progress }) => progress.stage === 'not-set-up');
  return (
    <>
      <ClientRows>
        {shown.map((client) => {
          const isNext = alive && client === next;
          return (
            <ClientRow
              key={client.id}
              name={client.name}
              progress={client.progress}
              alive={alive}
              isNext={isNext}
              actions={
                isBrowser ? undefined : <DesktopAction client={client} alive={alive} isNext={isNext} />
              }
            />
          );
        })}
      </ClientRows>
      <OtherClients words={isBrowser ? 'Ready for' : 'Not on this computer:'} names={others}>
        <LinkButton look={isBrowser ? 'plain' : 'bare'} href={formatRoute({ view: 'connect' })}>
          How to connect one
        </LinkButton>
      </OtherClients>
    </>
  );
}

function DesktopAction({
  client,
  alive,
  isNext,
}: {
  readonly client: Client;
  readonly alive: boolean;
  readonly isNext: boolean;
}): ReactNode {
  const href = formatRoute({ view: 'connect', client: client.id });
  switch (client.progress.stage) {
    case 'works':
      return (
        <LinkButton look="bare" href="#/activity" aria-label={`Requests of ${client.name}`}>
          Its requests
        </LinkButton>
      );
    case 'seen':
    case 'waiting':
      return alive ? <AskIt name={client.name} /> : <span className="muted">ask it once started</span>;
    case 'cannot-work':
      return (
        <LinkButton href={href} aria-label={`Show the change for ${client.name}`}>
          <Icon of={FileDiff} />
          Show the change
        </LinkButton>
      );
    default:
      return (
        <LinkButton look={isNext ? 'main' : 'plain'} href={href} aria-label={`Connect ${client.name}`}>
          <Icon of={Plug} />
          Connect
        </LinkButton>
      );
  }
}

/** Focuses the prompt: only asking is missing. */
function AskIt({ name }: { readonly name: string }) {
  const show = () => {
    const place = document.getElementById(PROMPT_ID);
    place?.scrollIntoView({ block: 'nearest' });
    place?.querySelector('button')?.focus({ preventScroll: true });
  };
  return (
    <Button onClick={show} aria-label={`Ask ${name}`}>
      <Icon of={ArrowDown} />
      Ask it
    </Button>
  );
}
