import { useCopy } from '../../components/copy.tsx';
import { useKeys } from '../../components/shortcuts.tsx';
import { useClients } from '../../connect/use-clients.ts';
import { useConnections } from '../../connect/use-connections.ts';
import { usePromptToCome, useProof } from '../../connect/use-proof.ts';
import { desktop } from '../../desktop.ts';
import { useService } from '../../stores/use-stores.tsx';
import { ClientOverview } from './client-overview.tsx';
import { ExampleSkill } from './example-skill.tsx';
import styles from './home.module.css';
import { HomeHead } from './home-head.tsx';
import { HomeSide } from './home-side.tsx';
import { Notices } from './notices.tsx';
import { ProvingPrompt } from './proving-prompt.tsx';
import { ServiceLines } from './service-lines.tsx';
import { useArrived } from './use-arrived.ts';

export function HomeView() {
  const alive = useService(({ phase }) => phase === 'serving');
  const mcpUrl = useService(({ status }) => status?.mcpUrl);
  const copy = useCopy();
  const connections = useConnections();
  const clients = useClients(connections);
  const proof = useProof();
  const toCome = usePromptToCome();
  const hasExample = desktop !== undefined || !alive || proof !== undefined || toCome === undefined;
  const hasArrived = useArrived((clients !== undefined || connections.failed !== undefined) && hasExample);
  useKeys({ c: mcpUrl && alive ? () => void copy(mcpUrl, 'Copied the address') : undefined });
  return (
    <div className={styles.home} data-arriving={!hasArrived || undefined}>
      <section className={styles.lead} aria-label="The service and who uses it">
        <Notices />
        <HomeHead clients={clients} />
        {desktop === undefined && alive && (
          <div className={styles.what}>
            <ExampleSkill proof={proof} />
          </div>
        )}
        <ClientOverview clients={clients} failed={connections.failed} onRetry={connections.reload} />
        {alive && proof !== undefined && <ProvingPrompt prompt={proof.prompt} clients={clients ?? []} />}
        {alive && proof === undefined && toCome !== undefined && (
          <div className={styles.toCome} inert>
            <ProvingPrompt prompt={toCome} clients={clients ?? []} />
          </div>
        )}
        <ServiceLines />
      </section>
      <HomeSide proof={proof} isComing={toCome !== undefined} />
    </div>
  );
}
