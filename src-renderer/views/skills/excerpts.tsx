import type { Excerpt, ExcerptPiece } from '../../../src-server/contract/api.ts';
import { Highlighted } from '../../text/highlighted.tsx';
import styles from './answers.module.css';

const LABELS = { bad: 'Bad:', good: 'Good:' } as const;

/** What an agent gets of the section: a bad form never without its label. */
export function Excerpts({ of }: { readonly of: readonly Excerpt[] }) {
  return of.map(({ kind, label, line, lines }) => (
    <div key={line}>
      {label !== undefined && <p className={styles.label}>{LABELS[label]}</p>}
      {kind === 'code' ? (
        <pre className={styles.code} data-label={label}>
          {lines.map(({ pieces }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one excerpt never move
            <span key={at}>
              <Pieces of={pieces} />
              {'\n'}
            </span>
          ))}
        </pre>
      ) : (
        <p className={styles.prose}>
          <Pieces of={lines[0]?.pieces ?? []} />
        </p>
      )}
    </div>
  ));
}

function Pieces({ of }: { readonly of: readonly ExcerptPiece[] }) {
  return of.map(({ code, text, highlights }, at) => {
    const Tag = code ? 'code' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one line never move
      <Tag key={at}>
        <Highlighted text={text} ranges={highlights} />
      </Tag>
    );
  });
}
