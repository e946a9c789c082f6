import type { ReactNode } from 'react';
import type { DiffLine } from '../../src-server/contract/clients/connect.ts';
import { Revealed } from '../text/revealed.tsx';
import { CodeBox, CodeLine } from './code-box.tsx';
import styles from './diff-box.module.css';
import { Mark } from './mark.tsx';

const MARKS = { same: ' ', removed: '-', added: '+' } as const;

export function DiffBox({ label, diff }: { readonly label: string; readonly diff: readonly DiffLine[] }) {
  return (
    <CodeBox className={styles.diff} label={label}>
      {diff.map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
        <CodeLine key={at} kind={kind === 'same' ? undefined : kind}>
          {MARKS[kind]} <Revealed text={text} />
        </CodeLine>
      ))}
    </CodeBox>
  );
}

/** `words`: kind of change. */
export function FileChange({
  file,
  words,
  label,
  diff,
  children,
}: {
  readonly file: string;
  readonly words: ReactNode;
  readonly label: string;
  readonly diff: readonly DiffLine[];
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.change}>
      <p>
        <span className="mono path">
          <Revealed text={file} />
        </span>{' '}
        <span className="muted">{words}</span>
      </p>
      <DiffBox label={label} diff={diff} />
      {children}
    </div>
  );
}

export function Promises({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className={styles.promises}>
      {of.map((promise) => (
        <li key={promise}>
          <Mark name="done" tone="good" />
          {promise}
        </li>
      ))}
    </ul>
  );
}
