import type { ReactNode } from 'react';
import type { ServiceState } from '../../../src-main/contract/service-state.ts';
import { Age } from '../../components/age.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { State } from '../../components/facts.tsx';
import { Notice } from '../../components/states.tsx';
import { progressSummary } from '../../connect/client-progress.ts';
import { LeadHead, McpAddress } from '../../connect/lead-head.tsx';
import type { Client } from '../../connect/use-clients.ts';
import { desktop } from '../../desktop.ts';
import { PendingNotice, ServiceButtons, ServiceTrouble } from '../../frame/service-controls.tsx';
import { serviceWords } from '../../frame/service-words.ts';
import { StartProof } from '../../registry-picker/start-proof.tsx';
import { useService } from '../../stores/use-stores.tsx';
import { formatClock } from '../../text/format.ts';
import styles from './home.module.css';

export function HomeHead({ clients }: { readonly clients: readonly Client[] | undefined }) {
  const service = useService();
  if (service.phase === 'serving')
    return (
      <>
        <LeadHead
          title={desktop === undefined ? 'Skills for your agents' : 'Connect your IDE'}
          sub={clients && progressSummary(clients.map(({ progress }) => progress))}
        >
          <McpAddress url={service.status.mcpUrl} />
        </LeadHead>
        <div className={styles.trouble}>
          {desktop !== undefined && <PendingNotice restart={desktop.restartServer} />}
        </div>
      </>
    );
  if (service.phase === 'exported') return null;
  const { tone, mark, word } = serviceWords(service);
  return (
    <>
      <LeadHead
        title={
          <State tone={tone} mark={mark}>
            {word}
          </State>
        }
        sub={whatFollows(service)}
      >
        <ServiceButtons />
      </LeadHead>
      <div className={styles.trouble}>
        <StartProof />
        <ServiceTrouble />
        <Hint service={service} />
      </div>
    </>
  );
}

function whatFollows(service: Exclude<ServiceState, { phase: 'serving' | 'exported' }>): ReactNode {
  if (service.phase === 'asking') return 'whether it answers';
  const since = formatClock(service.since, new Date());
  switch (service.phase) {
    case 'stopped':
      return `${service.by === 'user' ? `by you, at ${since}` : 'it does not start with the app'}. No program gets an answer until it is started.`;
    case 'away':
      return `since ${since}. The service keeps trying; programs get answers when the folder is back.`;
    case 'starting':
    case 'restarting':
      return `since ${since}`;
    case 'stopping':
      return 'running requests may finish';
    case 'failed':
      return `tried at ${since}, will not retry by itself`;
    case 'silent':
      return (
        <>
          for <Age since={service.since} />; {serviceWords(service).detail}
        </>
      );
  }
}

/** Advice where no button helps. */
function Hint({ service }: { readonly service: ServiceState }) {
  if (service.phase !== 'away' && service.phase !== 'silent') return null;
  const { title, text, command } = serviceWords(service);
  return (
    <Notice tone="bad" title={title}>
      <p>{text}</p>
      {command !== undefined && <CommandLine line={command} />}
    </Notice>
  );
}
