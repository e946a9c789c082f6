import { ExternalLink, Folder, Power, ScrollText, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Phase, ServiceState } from '../../../src-main/contract/service-state.ts';
import type { Severity } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { State } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { desktop } from '../../desktop.ts';
import { ServeCommand } from '../../frame/serve-command.tsx';
import { ServiceButtons } from '../../frame/service-controls.tsx';
import { serviceWords } from '../../frame/service-words.ts';
import { countedWords, type ProblemFacts } from '../../skill/problem-words.ts';
import { useProblemFacts } from '../../skill/use-problem-facts.ts';
import { useRegistry, useService, useSettings } from '../../stores/use-stores.tsx';
import { servedWords } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './home.module.css';
import { Mix } from './mix.tsx';

export function ServiceLines() {
  const service = useService();
  return (
    <dl className={styles.lines}>
      <AddressLine service={service} />
      <ServedLine service={service} />
      <ProblemsLine />
      {service.phase === 'stopped' && <LoginLine />}
    </dl>
  );
}

function Line({
  name,
  children,
  worst,
  action,
}: {
  readonly name: ReactNode;
  readonly children: ReactNode;
  readonly worst?: Severity | undefined;
  readonly action?: ReactNode;
}) {
  return (
    <div data-worst={worst}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {action !== undefined && action !== false && <dd className={styles.lineEnd}>{action}</dd>}
    </div>
  );
}

/** Strikes through a dead address. */
function AddressLine({ service }: { readonly service: ServiceState }) {
  const { tone, mark, word } = serviceWords(service);
  if (service.address === undefined) return null;
  const alive = service.phase === 'serving';
  return (
    <Line
      name={
        <State tone={tone} mark={mark}>
          {word}
        </State>
      }
      action={alive && <ServiceButtons look="bare" />}
    >
      <span className={styles.address} data-dead={!alive || undefined}>
        {service.address}
      </span>
      {alive ? (
        <>
          <CopyButton
            text={service.address}
            said="Copied the address"
            label="Copy the address for everything else"
            iconOnly
            size="small"
            look="bare"
          />
          <OpenInBrowser address={service.address} />
          <span className="muted">{proofWords(service)}</span>
        </>
      ) : (
        <span className="muted">
          {service.phase === 'away' ? 'answers that the folder is away' : 'nothing answers here now'}
        </span>
      )}
    </Line>
  );
}

/** App only. */
function OpenInBrowser({ address }: { readonly address: string }) {
  const attempt = useAttempt();
  if (desktop === undefined) return null;
  const { openExternal } = desktop;
  return (
    <Button
      look="bare"
      size="small"
      iconOnly
      aria-label="Open in the browser"
      title="Open in the browser"
      onClick={() => attempt(() => openExternal({ url: address }))}
    >
      <Icon of={ExternalLink} />
    </Button>
  );
}

/** Claims only tested facts. */
function proofWords(service: Extract<ServiceState, { phase: 'serving' }>): string {
  const isProven = service.steps.length > 0 && service.steps.every(({ state }) => state === 'done');
  return isProven ? 'folder read, port bound, request answered' : 'this page’s own requests are answered';
}

const NOT_YET: ReadonlySet<Phase> = new Set(['failed', 'silent', 'starting', 'restarting', 'stopping']);

function ServedLine({ service }: { readonly service: ServiceState }) {
  const { folder, status } = service;
  if (folder === undefined && status === undefined) return null;
  const isSample = status?.registry.sample === true;
  return (
    <Line
      name={
        <>
          <Icon of={Folder} />
          {NOT_YET.has(service.phase) ? 'To serve' : 'Served'}
        </>
      }
      action={
        desktop !== undefined && (
          <LinkButton look={isSample ? 'plain' : 'bare'} href="#/registry">
            {isSample ? 'Use your own folder…' : 'Another folder…'}
          </LinkButton>
        )
      }
    >
      {status !== undefined && (
        <a className="link plain" href="#/browse">
          <b>{servedWords(status.counts.skills, isSample, status.counts.drafts)}</b>
        </a>
      )}
      {isSample ? <span className="muted">to try things out</span> : <FromFolder folder={folder ?? ''} />}
      {status?.counts.skills === 0 && (
        <a className="link" href="#/browse">
          How to start a skill
        </a>
      )}
      <Mix />
      {desktop === undefined && isSample && (
        <span className={styles.own}>
          To serve your own: <ServeCommand />
        </span>
      )}
    </Line>
  );
}

function FromFolder({ folder }: { readonly folder: string }) {
  return (
    <span>
      from{' '}
      <span className="mono path">
        <Revealed text={folder} />
      </span>
    </span>
  );
}

/** Always shown: otherwise the lines below would move. */
function ProblemsLine() {
  const found = useProblemFacts();
  const isKnown = useRegistry(({ loaded }) => loaded.problems.value !== undefined);
  if (!isKnown) return null;
  return (
    <Line
      name={
        <>
          <Icon of={TriangleAlert} />
          {lineName(found)}
        </>
      }
      worst={found.worst}
      action={
        found.worst !== undefined && (
          <LinkButton look="bare" href="#/problems">
            See {found.causes === 1 ? 'it' : 'them'}
          </LinkButton>
        )
      }
    >
      {found.worst === undefined ? <span>{countedWords(found)}</span> : <b>{countedWords(found)}</b>}
      {found.gravest !== undefined && <Revealed text={found.gravest} />}
    </Line>
  );
}

/** No problems, nothing to fix. */
function lineName({ worst, noticed, checking }: ProblemFacts): string {
  if (worst === undefined) return checking === undefined ? 'Checked' : 'Checking';
  return noticed > 0 || checking !== undefined ? 'To fix' : 'Notes';
}

/** After a stop, users may wonder about the next start. */
function LoginLine() {
  const login = useSettings().value?.startAtLogin.state;
  if (login === undefined) return null;
  return (
    <Line
      name={
        <>
          <Icon of={login === 'on' ? Power : ScrollText} />
          At login
        </>
      }
      action={
        <LinkButton look="bare" href="#/settings">
          Settings
        </LinkButton>
      }
    >
      {login === 'on' ? 'the app starts by itself' : 'does not start by itself'}
    </Line>
  );
}
