import type { ReactNode } from 'react';
import { clockOf } from '../activity/event-words.ts';
import { Age } from '../components/age.tsx';
import { State } from '../components/facts.tsx';
import { Revealed } from '../text/revealed.tsx';
import type { ClientProgress } from './client-progress.ts';
import styles from './client-row.module.css';
import { type Piece, progressWords } from './progress-words.ts';

export function ClientRows({ children }: { readonly children: ReactNode }) {
  return <ol className={styles.rows}>{children}</ol>;
}

export function ClientRow({
  name,
  progress,
  alive,
  why,
  isNext = false,
  actions,
  children,
}: {
  readonly name: string;
  readonly progress: ClientProgress;
  readonly alive: boolean;
  readonly why?: ReactNode | undefined;
  readonly isNext?: boolean;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  const words = progressWords(progress, alive);
  return (
    <li
      className={`edged ${styles.item}`}
      data-next={isNext || undefined}
      data-open={children ? true : undefined}
    >
      <div className={styles.row}>
        <h2>{name}</h2>
        <span className={styles.state}>
          <State tone={words.tone} mark={words.mark}>
            <span>
              {words.word}
              {words.since !== undefined && (
                <>
                  {' '}
                  <Age since={words.since} /> ago
                </>
              )}
            </span>
          </State>
        </span>
        <span className={styles.why}>{why ?? <Why pieces={words.why} />}</span>
        <span className={styles.actions}>{actions}</span>
      </div>
      {children}
    </li>
  );
}

export function OtherClients({
  words,
  names,
  children,
}: {
  readonly words: string;
  readonly names: readonly string[];
  readonly children?: ReactNode;
}) {
  if (names.length === 0) return null;
  return (
    <p className={styles.others}>
      <span>
        {words} {names.join(', ')}
      </span>
      {children}
    </p>
  );
}

function Why({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map((piece) => {
    if (typeof piece === 'string') return <Revealed key={piece} text={piece} />;
    if ('code' in piece)
      return (
        <span key={piece.code} className="mono">
          <Revealed text={piece.code} />
        </span>
      );
    return 'ago' in piece ? (
      <span key={piece.ago}>
        <Age since={piece.ago} /> ago
      </span>
    ) : (
      <time key={piece.clock} dateTime={piece.clock}>
        {clockOf(piece.clock)}
      </time>
    );
  });
}
