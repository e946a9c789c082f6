import { Fragment } from 'react';
import { Revealed } from '../../text/revealed.tsx';
import styles from './document.module.css';
import type { LineProblem } from './markdown/with-problems.ts';

/** The file as it is; lines with a problem are marked. */
export function RawText({
  text,
  problems,
}: {
  readonly text: string;
  readonly problems: readonly LineProblem[];
}) {
  return (
    <pre className={styles.raw} data-raw>
      {piecesOf(text, problems).map(({ from, text: piece, message }) =>
        message === undefined ? (
          <Fragment key={from}>
            <Revealed text={piece} />
          </Fragment>
        ) : (
          <span key={from} data-problem data-line={from} title={message}>
            <Revealed text={piece} />
          </span>
        ),
      )}
    </pre>
  );
}

interface Piece {
  /** Line, from 1. */
  readonly from: number;
  readonly text: string;
  readonly message?: string;
}

function piecesOf(text: string, problems: readonly LineProblem[]): readonly Piece[] {
  const messages = new Map<number, string>();
  for (const { line, message } of problems)
    messages.set(line, messages.has(line) ? `${messages.get(line)}\n${message}` : message);
  const lines = text.split(/(?<=\n)/);
  const pieces: Piece[] = [];
  let from = 1;
  for (const line of [...messages.keys()].sort((a, b) => a - b)) {
    if (line < from || line > lines.length) continue;
    pieces.push(
      { from, text: lines.slice(from - 1, line - 1).join('') },
      { from: line + 0.5, text: lines[line - 1] ?? '', message: messages.get(line) ?? '' },
    );
    from = line + 1;
  }
  return [...pieces, { from, text: lines.slice(from - 1).join('') }];
}
