import type { ReactNode } from 'react';
import type { DiffLine } from '../../src-server/contract/clients/clients.ts';
import { commandWords } from '../domain/command-lines.ts';
import styles from './code.module.css';
import { CopyButton } from './copy.tsx';
import { Revealed } from './revealed.tsx';

/**
 * A command to paste. It breaks at spaces, never inside a word. The program of our own commands is muted, and its
 * folder is shown as `…/`: what the line does stays readable beside a path of any length. The whole line is copied.
 */
export function CommandLine({
  line,
  isTemplate = false,
}: {
  readonly line: string;
  /** Whether the line has places to fill in: what stands before the first is copied. */
  readonly isTemplate?: boolean;
}) {
  const program = commandWords();
  const isOurs = line.startsWith(`${program} `);
  return (
    <span className={styles.command} title={isOurs && program.includes('/') ? line : undefined}>
      <code>
        {isOurs && <Program words={program} />}
        {(isOurs ? line.slice(program.length + 1) : line).split(' ').map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of one line never move
          <span key={at}>
            {at > 0 && ' '}
            <span className={styles.word}>{word}</span>
          </span>
        ))}
      </code>
      <CopyButton text={isTemplate ? line.slice(0, line.search(/<[\w-]+>/)) : line} what="the command" />
    </span>
  );
}

/**
 * The program of a line, as `node …/skills-registry.cjs`. The folder and a quote that ends it stay in the text, so that a
 * selection by hand has the whole line.
 */
function Program({ words }: { readonly words: string }) {
  const [, start = '', folder = '', file = '', quote = ''] =
    /^(\S+ (?=\S*[\\/]))?(.*[\\/])?(.*?)(['"]?)$/s.exec(words) ?? [];
  return (
    <span className={styles.program}>
      <span className={styles.word}>
        {start}
        {folder !== '' && <span className={styles.folder}>{folder}</span>}
        {file}
        {quote !== '' && <span className={styles.quote}>{quote}</span>}
      </span>{' '}
    </span>
  );
}

/** Lines of code that wrap; `label` is its name for screen readers. */
export function CodeBox({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <pre>{children}</pre>
    </section>
  );
}

/** A line of code. Its number is not part of what is copied. */
export function CodeLine({
  kind,
  number,
  children,
}: {
  readonly kind?: 'added' | 'removed' | 'wrong' | undefined;
  readonly number?: number;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.line} data-kind={kind} data-number={number}>
      {children}
      {'\n'}
    </span>
  );
}

const DIFF_SIGNS = { same: ' ', removed: '-', added: '+' } as const;

/** A change to a file, line by line. */
export function DiffBox({ label, diff }: { readonly label: string; readonly diff: readonly DiffLine[] }) {
  return (
    <CodeBox label={label}>
      {diff.map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
        <CodeLine key={at} kind={kind === 'same' ? undefined : kind}>
          {DIFF_SIGNS[kind]} <Revealed text={text} />
        </CodeLine>
      ))}
    </CodeBox>
  );
}
