import type { DiffLine } from '../../src-server/contract/clients/connect.ts';
import { Revealed } from '../text/revealed.tsx';
import { CodeBox } from './code-box.tsx';
import styles from './diff-box.module.css';

export function DiffBox({ label, diff }: { readonly label: string; readonly diff: readonly DiffLine[] }) {
  return (
    <CodeBox className={styles.diff} label={label}>
      {numbered(diff).map(({ number, kind, text }) => (
        <span key={number} className={styles.line} data-kind={kind}>
          {MARKS[kind]} <Revealed text={text} />
          {'\n'}
        </span>
      ))}
    </CodeBox>
  );
}

const MARKS = { same: ' ', removed: '-', added: '+' } as const;

/** Unique React keys, since lines can repeat. */
function numbered(lines: readonly DiffLine[]) {
  return lines.map((line, number) => ({ ...line, number }));
}
