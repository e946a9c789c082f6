import { type KeyboardEvent, useState } from 'react';
import { TextArea, TextField } from '../../components/fields.tsx';
import { isComposing } from '../../components/is-composing.ts';
import styles from './settings.module.css';

/** Commits valid values on blur or Enter. Escape reverts. */
export function CommitField<T>({
  id,
  describedBy,
  value,
  read,
  problem,
  onCommit,
  size,
  numeric = false,
  multiline = false,
}: {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly value: string;
  readonly read: (text: string) => T | undefined;
  readonly problem: string;
  readonly onCommit: (value: T) => void;
  readonly size?: number;
  readonly numeric?: boolean;
  readonly multiline?: boolean;
}) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  const wrong = typed !== undefined && read(typed) === undefined;
  const commit = () => {
    if (typed === undefined || typed === value) return setTyped(undefined);
    const next = read(typed);
    if (next === undefined) return;
    onCommit(next);
    setTyped(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') setTyped(undefined);
    if (event.key === 'Enter' && !multiline) commit();
  };
  const shared = {
    id,
    className: 'number',
    value: text,
    spellCheck: false,
    'aria-describedby': wrong ? `${id}-problem` : describedBy,
    'aria-invalid': wrong,
    onBlur: commit,
    onKeyDown,
  };
  return (
    <span className={styles.commitField}>
      {multiline ? (
        <TextArea {...shared} rows={2} cols={28} onChange={(event) => setTyped(event.currentTarget.value)} />
      ) : (
        <TextField
          {...shared}
          {...(size === undefined ? {} : { size })}
          inputMode={numeric ? 'numeric' : 'text'}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {wrong && (
        <span className={styles.fieldProblem} id={`${id}-problem`} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
