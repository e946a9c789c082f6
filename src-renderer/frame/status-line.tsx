import { Age } from '../components/age.tsx';
import { State } from '../components/facts.tsx';
import { Mark } from '../components/mark.tsx';
import { formatCount, plural } from '../text/format.ts';
import { useService } from '../world/use-world.tsx';
import { serviceWords } from './service-words.ts';
import styles from './status-line.module.css';

/** The instrument at the bottom of every view: always there, always true. */
export function StatusLine() {
  const service = useService();
  const words = serviceWords(service);
  const status = service.lastStatus;
  const address = service.address?.replace(/^https?:\/\//, '');
  const problems = (status?.diagnostics.error ?? 0) + (status?.diagnostics.warning ?? 0);
  return (
    <footer className={styles.foot}>
      <a href="#/">
        <State tone={words.tone} mark={words.mark} role="status">
          <strong>{words.word}</strong>
        </State>
      </a>
      {words.detail !== '' && <span>{words.detail}</span>}
      {words.tone === 'good' && address !== undefined && <span className="mono">{address}</span>}
      {status !== undefined && (
        <>
          <a href="#/browse" className={styles.wide}>
            {plural(status.counts.skills, 'skill')}
          </a>
          {problems > 0 && (
            <a href="#/problems">
              <Mark name="severity-warning" tone="care" />
              {plural(problems, 'problem')}
            </a>
          )}
          <span className={styles.wide}>
            {words.tone === 'good' ? 'indexed' : 'last indexed'} <Age since={status.index.indexedAt} /> ago
          </span>
          <span className={`muted ${styles.wide} ${styles.folder}`} title={status.registry.path}>
            <bdi>{status.registry.path}</bdi>
          </span>
          <span className={`muted ${styles.wide}`} title="Rises with every change that is picked up">
            generation {formatCount(status.generation)}
          </span>
        </>
      )}
    </footer>
  );
}
