import { Fragment } from 'react';
import type { Excerpt, ExcerptPiece } from '../../../src-server/contract/api/api.ts';
import { CodeBox, CodeLine } from '../../components/code-box.tsx';
import { Highlighted } from '../../components/highlighted.tsx';
import styles from './excerpt-view.module.css';

const LABELS = { bad: '✗ Bad', good: '✓ Good' } as const;

export function ExcerptsView({ excerpts }: { readonly excerpts: readonly Excerpt[] }) {
  return excerpts.map((excerpt) => (
    <div key={excerpt.line} data-label={excerpt.label}>
      {excerpt.label !== undefined && <p className={styles.label}>{LABELS[excerpt.label]}</p>}
      {excerpt.kind === 'code' ? (
        <CodeLines of={excerpt} />
      ) : (
        <p className={styles.prose}>
          <ExcerptPieces of={excerpt.lines[0]?.pieces ?? []} />
        </p>
      )}
    </div>
  ));
}

function CodeLines({ of: { line, lines } }: { readonly of: Excerpt }) {
  return (
    <CodeBox label="Code in this section" className={styles.code}>
      <code>
        {lines.map(({ comment, pieces }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one excerpt never move
          <CodeLine key={at} kind={comment ? 'comment' : undefined} number={line + at}>
            <ExcerptPieces of={pieces} />
          </CodeLine>
        ))}
      </code>
    </CodeBox>
  );
}

export function ExcerptPieces({ of }: { readonly of: readonly ExcerptPiece[] }) {
  return of.map(({ code, text, highlights }, at) => {
    const Tag = code ? 'code' : Fragment;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces
      <Tag key={at}>
        <Highlighted text={text} ranges={highlights} />
      </Tag>
    );
  });
}
