import { formatBytes, plural } from '../../text/format.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './import.module.css';
import type { SkillDraft } from './read-skill.ts';

export function ImportContents({
  draft: { files, leftOut },
  skillKey,
}: {
  readonly draft: SkillDraft;
  readonly skillKey: string | null | undefined;
}) {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <section className={styles.contents} aria-labelledby="contents-title">
      <h2 id="contents-title">What would be added</h2>
      <p className={styles.key}>
        {skillKey ? (
          <code>
            <Revealed text={skillKey} />
          </code>
        ) : (
          <span className="muted">{skillKey === null ? 'It gives no key' : 'Key not known yet'}</span>
        )}
      </p>
      <ul>
        {files.map(({ path, size }) => (
          <li key={path}>
            <span className="mono" title={writtenOut(path)}>
              <Revealed text={path} />
            </span>
            <span className="muted number">{formatBytes(size)}</span>
          </li>
        ))}
        <li className={styles.sum}>
          <span>{plural(files.length, 'file')}</span>
          <span className="number">{formatBytes(bytes)}</span>
        </li>
      </ul>
      {leftOut.length > 0 && (
        <p className="muted">
          Left out, because a skill has no such files: <Revealed text={leftOut.join(', ')} />
        </p>
      )}
    </section>
  );
}
