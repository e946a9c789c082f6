import type { ReadChange, ReadSkillChange } from '../../../src-server/contract/service.ts';
import { Revealed } from '../../text/revealed.tsx';
import { DiffBox } from '../../ui/show/code.tsx';
import { Label, Mark, Risk } from '../../ui/show/marks.tsx';
import { noteWords } from './registry-words.ts';
import styles from './source.module.css';

const WORDS = { added: 'new', changed: 'changed', removed: 'goes' } as const;

/** Each changed text and each new command, whole and wrapped. */
export function SkillChanges({ skill: { key, change, risk, files } }: { readonly skill: ReadSkillChange }) {
  const [before, after] = risk;
  return (
    <section className={styles.skill} aria-label={key}>
      <h2>
        <span className="mono path">
          <Revealed text={key} />
        </span>
        <Label>{WORDS[change]}</Label>
        {change === 'changed' && before !== after && before !== null && (
          <>
            <Risk of={before} /> →
          </>
        )}
        {before !== after && after !== null && <Risk of={after} />}
      </h2>
      {files.map((file) => (
        <FileChange key={file.path} skillKey={key} file={file} />
      ))}
    </section>
  );
}

function FileChange({
  skillKey,
  file: { path, change, notes, diff },
}: {
  readonly skillKey: string;
  readonly file: ReadChange;
}) {
  const label = `${path} of ${skillKey}`;
  return (
    <div className={styles.file}>
      <h3>
        <span className="mono path">
          <Revealed text={path} />
        </span>
        {change !== 'changed' && <span className="muted">{WORDS[change]}</span>}
      </h3>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={`${note.kind} ${note.text}`}>
              <Mark
                name={note.kind === 'unread' ? 'info' : 'warning'}
                tone={note.kind === 'unread' ? 'still' : 'care'}
              />
              <span>
                {noteWords(note)}
                {note.text !== '' && (
                  <>
                    : <code>{<Revealed text={note.text} />}</code>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {diff.map((lines, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places of a file never move
        <DiffBox key={at} label={diff.length > 1 ? `${label}, place ${at + 1}` : label} diff={lines} />
      ))}
    </div>
  );
}
