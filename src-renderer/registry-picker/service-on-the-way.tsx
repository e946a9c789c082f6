import { ServiceButtons, ServiceTrouble } from '../frame/service-controls.tsx';
import { useService } from '../stores/use-stores.tsx';
import styles from './registry-picker.module.css';
import { StartProof } from './start-proof.tsx';

export function Opening() {
  const isStarting = useService(({ phase }) => phase === 'starting');
  return isStarting ? <StartProof /> : null;
}

/** As on Home: a folder alone doesn't help. */
export function NotServing() {
  const isInTrouble = useService(({ phase }) => phase === 'failed' || phase === 'restarting');
  if (!isInTrouble) return null;
  return (
    <section className={styles.pickTrouble} aria-label="The service">
      <ServiceTrouble choosing />
      <ServiceButtons />
    </section>
  );
}
