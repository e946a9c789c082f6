import type { ReadChange, ReadSkillChange } from '../../../src-server/contract/service/registry-work.ts';
import { Risk, SeverityLabel } from '../../components/facts.tsx';
import { Pill } from '../../components/pill.tsx';
import { Revealed } from '../../text/revealed.tsx';
import { noteWords } from './registries-words.ts';
import { SideBySide } from './side-by-side.tsx';
import styles from './update-page.module.css';

const WORDS = { added: 'new', changed: 'changed', removed: 'goes' } as const;

export function SkillChange({ skill }: { readonly skill: ReadSkillChange }) {
  const { key, change, risk, files } = skill;
  const [before, after] = risk;
  return (
    <section className={styles.skill} aria-label={key}>
      <header>
        <h2 className="mono path">
          <Revealed text={key} />
        </h2>
        <Pill>{WORDS[change]}</Pill>
        {change === 'changed' && before !== after && (
          <span className={styles.risk}>
            risk <Risk level={before ?? undefined} /> → <Risk level={after ?? undefined} />
          </span>
        )}
        {change === 'added' && after !== null && <Risk level={after} />}
      </header>
      {files.map((file) => (
        <FileChange key={file.path} skillKey={key} file={file} />
      ))}
    </section>
  );
}

function FileChange({ skillKey, file }: { readonly skillKey: string; readonly file: ReadChange }) {
  const { path, change, notes, diff } = file;
  return (
    <div className={styles.file}>
      <p>
        <span className="mono path">
          <Revealed text={path} />
        </span>{' '}
        <span className="muted">{change === 'changed' ? '' : WORDS[change]}</span>
      </p>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map(({ kind, text }) => (
            <li key={`${kind} ${text}`}>
              <SeverityLabel severity={kind === 'unread' ? 'info' : 'warning'}>
                {noteWords({ kind, text })}
                {text !== '' && (
                  <>
                    :{' '}
                    <code>
                      <Revealed text={text} />
                    </code>
                  </>
                )}
              </SeverityLabel>
            </li>
          ))}
        </ul>
      )}
      {diff.length > 0 && <SideBySide label={`${path} of ${skillKey}`} places={diff} change={change} />}
    </div>
  );
}
