import { useCopy } from '../../components/copy.tsx';
import { useKeys } from '../../components/shortcuts.tsx';
import { useClients } from '../../connect/use-clients.ts';
import { useConnections } from '../../connect/use-connections.ts';
import { useProof } from '../../connect/use-proof.ts';
import { useService } from '../../world/use-world.tsx';
import { ClientOverview } from './client-overview.tsx';
import styles from './home.module.css';
import { HomeHead } from './home-head.tsx';
import { HomeSide } from './home-side.tsx';
import { Notices } from './notices.tsx';
import { ProvingPrompt } from './proving-prompt.tsx';
import { ServiceLines } from './service-lines.tsx';

export function HomeView() {
  const alive = useService(({ phase }) => phase === 'serving');
  const mcpUrl = useService(({ lastStatus }) => lastStatus?.mcpUrl);
  const copy = useCopy();
  const connections = useConnections();
  const clients = useClients(connections);
  const proof = useProof();
  useKeys({ c: mcpUrl && alive ? () => void copy(mcpUrl, 'Copied the address') : undefined });
  return (
    <div className={styles.home}>
      <section className={styles.lead} aria-label="The service and who uses it">
        <Notices />
        <HomeHead clients={clients} />
        <ClientOverview clients={clients} failed={connections.failed} onRetry={connections.reload} />
        {proof !== undefined && alive && <ProvingPrompt prompt={proof.prompt} clients={clients ?? []} />}
        <ServiceLines />
      </section>
      <HomeSide proof={proof} />
    </div>
  );
}
