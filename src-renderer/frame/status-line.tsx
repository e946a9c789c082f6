import type { Severity } from '../../src-server/contract/diagnostics/diagnostic.ts';
import { Age } from '../components/age.tsx';
import { State } from '../components/facts.tsx';
import { Mark, type MarkName, type Tone } from '../components/mark.tsx';
import { countedWords } from '../skill/problem-facts.ts';
import { useProblemFacts } from '../skill/use-problem-facts.ts';
import { plural, servedWords } from '../text/format.ts';
import { writtenOut } from '../text/reveal-hidden.ts';
import { Revealed } from '../text/revealed.tsx';
import { useAddedRegistries, useService } from '../world/use-world.tsx';
import { serviceWords } from './service-words.ts';
import styles from './status-line.module.css';

const MARKS: Readonly<Record<Severity, { readonly name: MarkName; readonly tone: Tone }>> = {
  error: { name: 'severity-error', tone: 'bad' },
  warning: { name: 'severity-warning', tone: 'care' },
  info: { name: 'severity-info', tone: 'still' },
};

export function StatusLine() {
  const service = useService();
  const words = serviceWords(service);
  const status = service.lastStatus;
  const address = service.address?.replace(/^https?:\/\//, '');
  const found = useProblemFacts();
  return (
    <footer className={styles.foot}>
      <a href="#/">
        <State tone={words.tone} mark={words.mark} role="status">
          <strong>{words.word}</strong>
        </State>
      </a>
      {words.detail !== '' && (
        <span className={styles.detail} title={words.detail}>
          {words.detail}
        </span>
      )}
      {words.tone === 'good' && address !== undefined && <span className="mono">{address}</span>}
      {status !== undefined && (
        <>
          <a href="#/browse" className={styles.wide}>
            {servedWords(status.counts.skills, status.registry.sample === true, status.counts.drafts)}
          </a>
          <RegistryCount served={status.registries?.length ?? 1} />
          {found.worst !== undefined || found.checking !== undefined ? (
            <a href="#/problems" className={styles.problems} title={countedWords(found)}>
              <Mark {...MARKS[found.worst ?? 'info']} />
              <span>{countedWords(found)}</span>
            </a>
          ) : null}
          <span
            className={styles.widest}
            title={`Read ${plural(status.generation, 'time')} since the service started, once for each change`}
          >
            {words.tone === 'good' ? 'indexed' : 'last indexed'} <Age since={status.index.indexedAt} /> ago
          </span>
        </>
      )}
      {service.folder !== undefined && (
        <span className={`muted ${styles.wide} ${styles.folder}`} title={writtenOut(service.folder)}>
          <Revealed text={service.folder} />
        </span>
      )}
    </footer>
  );
}

/** Only if there is more than the own folder. */
function RegistryCount({ served }: { readonly served: number }) {
  const added = useAddedRegistries().value?.registries ?? [];
  const updates = added.filter(({ update }) => update !== null).length;
  const count = Math.max(served, added.length + 1);
  if (count === 1) return null;
  return (
    <a href="#/registries" className={styles.wide}>
      {plural(count, 'registry', 'registries')}
      {updates > 0 && `, ${plural(updates, 'update')}`}
    </a>
  );
}
