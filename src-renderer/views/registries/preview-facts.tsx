import { SEVERITY_WORDS } from '../../../src-server/contract/diagnostics/severity.ts';
import type { RegistryPreview } from '../../../src-server/contract/service/registry-work.ts';
import { shortCommit } from '../../../src-server/contract/words/short-commit.ts';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { Risk, SeverityLabel } from '../../components/facts.tsx';
import { useRegistry } from '../../stores/use-stores.tsx';
import { formatBytes, formatCount, formatDay, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './registries.module.css';
import { addressWords, countBy, holdsWords, nameList } from './registries-words.ts';
export function PreviewFacts({ preview }: { readonly preview: RegistryPreview }) {
  const { skills, files, bytes, licence, date, commit, pinned, skipped } = preview;
  const served = useRegistry((registry) => registry.byKey);
  const known = new Set(preview.overlap);
  const shadowed = skills.map(({ key }) => key).filter((key) => known.has(key) || served.has(key));
  const isShadowed = new Set(shadowed);
  const fresh = skills.map(({ key }) => key).filter((key) => !isShadowed.has(key));
  return (
    <>
      <h3>Nothing is added yet.</h3>
      <FactList className={styles.found}>
        <Fact name="Address" className="mono path">
          <Revealed text={addressWords(preview)} />
        </Fact>
        <Fact name="Holds">
          <b>{plural(skills.length, 'skill')}</b> <Revealed text={holdsWords(preview)} />{' '}
          <span className="muted">
            {plural(files, 'file')}, {formatBytes(bytes)},{' '}
            {licence === null ? 'no licence file' : `licence in ${licence}`}
          </span>
        </Fact>
        <Fact name="Risk">
          <Risks skills={skills} />
        </Fact>
        <Fact name="Problems">
          <Problems preview={preview} />
        </Fact>
        <Fact name="New to you">
          <b>{formatCount(fresh.length)}</b>
          {fresh.length > 0 && (
            <>
              : <Revealed text={nameList(fresh)} />
            </>
          )}
        </Fact>
        <Fact name="Shadowed">
          <b>{formatCount(shadowed.length)}</b>
          {shadowed.length > 0 && (
            <>
              {' '}
              by the registries above: <Revealed text={nameList(shadowed)} />
            </>
          )}
        </Fact>
        <Fact name="Commit">
          <span className="mono">{shortCommit(commit)}</span>
          {date !== null && ` of ${formatDay(date, new Date())}`}{' '}
          <span className="muted">{pinned ? 'pinned' : 'stays until you take an update'}</span>
        </Fact>
      </FactList>
      {skipped.length > 0 && (
        <details className={styles.more}>
          <summary>{plural(skipped.length, 'file was', 'files were')} left out</summary>
          <ul>
            {skipped.slice(0, MOST_SKIPPED).map((sentence) => (
              <li key={sentence}>
                <Revealed text={sentence} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="soft">Its authors write what your agents read. Look at it before you add it.</p>
    </>
  );
}

const MOST_SKIPPED = 50;

function Risks({ skills }: Pick<RegistryPreview, 'skills'>) {
  const counts = countBy(skills, ({ risk }) => risk ?? '');
  const given = ['high', 'medium', 'low'].filter((level) => counts.has(level));
  const others = skills.length - given.reduce((sum, level) => sum + (counts.get(level) ?? 0), 0);
  return (
    <span className={styles.counted}>
      {given.map((level) => (
        <span key={level} className="number">
          <Risk level={level} /> {formatCount(counts.get(level) ?? 0)}
        </span>
      ))}
      {others > 0 && <span className="muted number">not given {formatCount(others)}</span>}
    </span>
  );
}

function Problems({ preview }: { readonly preview: RegistryPreview }) {
  const { problems: counts, checkedSkills, skills } = preview;
  const some = (['error', 'warning', 'info'] as const).filter((severity) => counts[severity] > 0);
  const part =
    checkedSkills < skills.length
      ? ` in the first ${plural(checkedSkills, 'skill')}; more when it is served`
      : '';
  if (some.length === 0) return `none${part}`;
  return (
    <span className={styles.counted}>
      {some.map((severity) => (
        <SeverityLabel key={severity} severity={severity}>
          {plural(counts[severity], ...SEVERITY_WORDS[severity])}
        </SeverityLabel>
      ))}
      {part !== '' && <span className="muted">{part}</span>}
    </span>
  );
}
