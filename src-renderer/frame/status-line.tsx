import type { ServedLayer } from '../../src-server/contract/api/api.ts';
import type { Severity } from '../../src-server/contract/diagnostics/diagnostic.ts';
import { Age } from '../components/age.tsx';
import { State } from '../components/facts.tsx';
import { Mark, type MarkName, type Tone } from '../components/mark.tsx';
import { countedWords } from '../skill/problem-words.ts';
import { useProblemFacts } from '../skill/use-problem-facts.ts';
import { useAddedRegistries, useRegistry, useService } from '../stores/use-stores.tsx';
import { formatDay, plural, servedWords } from '../text/format.ts';
import { writtenOut } from '../text/reveal-hidden.ts';
import { Revealed } from '../text/revealed.tsx';
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
  const status = service.status;
  const address = service.address?.replace(/^https?:\/\//, '');
  const found = useProblemFacts();
  const folder = folderWords(status?.registries, service.folder);
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
          <RegistryCount served={status.registries ?? []} />
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
      {service.phase === 'exported' && <Exported />}
      {folder !== undefined && (
        <span className={`muted ${styles.wide} ${styles.folder}`} title={writtenOut(folder)}>
          <Revealed text={folder} />
        </span>
      )}
    </footer>
  );
}

/** Of the list, once it is loaded. */
function Exported() {
  const count = useRegistry(({ loaded }) => loaded.skills.value?.length);
  const updatedAt = useRegistry((registry) => registry.updatedAt);
  if (count === undefined || updatedAt === undefined) return null;
  return (
    <>
      <a href="#/browse" className={styles.wide}>
        {plural(count, 'skill')}
      </a>
      <span className={styles.widest}>changed {formatDay(updatedAt, new Date())}</span>
    </>
  );
}

/** `~/skills and 3 more`; without a folder the upper registry's address. */
function folderWords(
  layers: readonly ServedLayer[] | undefined,
  folder: string | undefined,
): string | undefined {
  const [upper, ...others] = layers ?? [];
  const first = upper?.address ?? folder;
  return others.length === 0 || first === undefined ? first : `${first} and ${others.length} more`;
}

/** Only for several folders. */
function RegistryCount({ served }: { readonly served: readonly ServedLayer[] }) {
  const added = useAddedRegistries().value?.registries;
  const updates =
    added?.filter(({ update }) => update !== null).length ??
    served.filter(({ state }) => state === 'update').length;
  if (served.length < 2 && updates === 0 && served[0]?.address === undefined) return null;
  return (
    <a href="#/registries" className={styles.wide}>
      {plural(served.length, 'registry', 'registries')}
      {updates > 0 && `, ${plural(updates, 'update')}`}
    </a>
  );
}
