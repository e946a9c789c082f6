import type { ReactNode } from 'react';
import { Age } from '../../components/age.tsx';
import { State } from '../../components/facts.tsx';
import { Notice } from '../../components/states.tsx';
import { progressSummary } from '../../connect/client-progress.ts';
import { LeadHead, McpAddress } from '../../connect/lead-head.tsx';
import type { Client } from '../../connect/use-clients.ts';
import { desktop } from '../../desktop.ts';
import { ServeCommand } from '../../frame/serve-command.tsx';
import { ServiceButtons, ServiceNotices, ServiceTrouble } from '../../frame/service-controls.tsx';
import { serviceWords } from '../../frame/service-words.ts';
import { formatClock } from '../../text/format.ts';
import type { Service } from '../../world/service.ts';
import { useService } from '../../world/use-world.tsx';
import styles from './home.module.css';
import { StartProof } from './start-proof.tsx';

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
          <ServiceNotices />
        </div>
      </>
    );
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

function whatFollows(service: Exclude<Service, { phase: 'serving' }>): ReactNode {
  if (service.phase === 'asking') return 'whether it answers';
  const since = formatClock(service.since, new Date());
  switch (service.phase) {
    case 'stopped':
      return `${service.by === 'user' ? `by you, at ${since}` : 'it does not start with the app'}. No program gets an answer until it is started.`;
    case 'away':
      return `since ${since}. The service keeps trying; programs get answers when the folder is back.`;
    case 'starting':
      return service.kind === 'stopping' ? 'running requests may finish' : `since ${since}`;
    case 'failed':
      if (service.failure !== undefined) return `tried at ${since}, will not retry by itself`;
      return (
        <>
          for <Age since={service.since} />; asked again every second
        </>
      );
  }
}
function Hint({ service }: { readonly service: Service }) {
  if (service.phase === 'away')
    return (
      <Notice tone="bad" title={`${service.folder ?? 'The folder'} is not readable now.`}>
        <p>{service.why} This window keeps what it has read.</p>
      </Notice>
    );
  if (service.phase !== 'failed' || service.failure !== undefined || desktop !== undefined) return null;
  return (
    <Notice tone="bad" title="Nothing answers here any more.">
      <p>The service was stopped, or its computer sleeps. To start it again, in a terminal:</p>
      <ServeCommand folder={service.folder} port={service.port} />
    </Notice>
  );
}
