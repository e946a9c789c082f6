import { ArrowDown, ExternalLink, FileDiff, Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { clientSnippet, MCP_CLIENTS } from '../../../src-server/contract/clients/mcp-clients.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice, SkeletonRows } from '../../components/states.tsx';
import { browserTarget, browserWay } from '../../connect/browser-way.ts';
import { ClientRow, ClientRows, OtherClients } from '../../connect/client-row.tsx';
import type { Client } from '../../connect/use-clients.ts';
import { isUsual } from '../../connect/usual-clients.ts';
import { desktop } from '../../desktop.ts';
import { formatRoute } from '../../route/route.ts';
import { useService } from '../../world/use-world.tsx';
import styles from './home.module.css';
import { PROMPT_ID } from './proving-prompt.tsx';

/** Absent clients share the last line. */
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
  const mcpUrl = useService(({ lastStatus }) => lastStatus?.mcpUrl);
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
  const shown = isBrowser ? here.filter((client) => called.includes(client) || isUsual(client.id)) : here;
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
              {...(isBrowser && client.progress.stage !== 'works' && client.progress.stage !== 'seen'
                ? { why: browserWay(client.id) }
                : {})}
              actions={
                isBrowser ? (
                  <BrowserAction client={client} mcpUrl={mcpUrl} />
                ) : (
                  <DesktopAction client={client} alive={alive} isNext={isNext} />
                )
              }
            />
          );
        })}
      </ClientRows>
      <OtherClients words={isBrowser ? 'Also:' : 'Not on this computer:'} names={others}>
        <LinkButton look="bare" href={formatRoute({ view: 'connect' })}>
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

/** Focuses the prompt: asking is the only missing step. */
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

function BrowserAction({
  client: { id, name, progress },
  mcpUrl,
}: {
  readonly client: Client;
  readonly mcpUrl: string | undefined;
}): ReactNode {
  const kind = MCP_CLIENTS[id];
  const target = mcpUrl === undefined ? undefined : browserTarget(mcpUrl);
  const snippet = target && clientSnippet(kind, target);
  if (
    progress.stage === 'works' ||
    progress.stage === 'seen' ||
    target === undefined ||
    snippet === undefined
  )
    return (
      <LinkButton
        look="bare"
        href={formatRoute({ view: 'connect', client: id })}
        aria-label={`How to connect ${name}`}
      >
        Show how
      </LinkButton>
    );
  if (kind.deepLink !== undefined)
    return (
      <LinkButton href={kind.deepLink(target)}>
        <Icon of={ExternalLink} />
        Add to {name}
      </LinkButton>
    );
  return (
    <CopyButton text={snippet} said={`Copied the lines for ${name}`} label={`Copy the lines for ${name}`}>
      Copy the lines
    </CopyButton>
  );
}
