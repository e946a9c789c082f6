import { ArrowRight, SquarePen } from 'lucide-react';
import { Fragment, type ReactNode, useMemo } from 'react';
import { isMarkdown } from '../../../src-server/contract/api.ts';
import { DIAGNOSTICS } from '../../../src-server/contract/codes.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import type { DiagnosticKind } from '../../../src-server/contract/validation-codes.ts';
import { countWords } from '../../../src-server/contract/words.ts';
import { useCommand } from '../../data/bridge.ts';
import { desktop } from '../../data/host.ts';
import { placeInWords, type SkillFile } from '../../domain/skill-files.ts';
import { navigate } from '../../router.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Icon } from '../../ui/marks.tsx';
import { Notice, useToast } from '../../ui/notice.tsx';
import { Loading } from '../../ui/query-view.tsx';
import { countHidden, Revealed, writtenOut } from '../../ui/revealed.tsx';
import styles from './document.module.css';
import { type Entries, Markdown } from './markdown.tsx';
import type { HastNode, LineProblem } from './page-tree.ts';
import { type Address, TextPlaceContext } from './skill-link.tsx';

/** The words for a text that isn't what the folder holds now: what happened, and what is shown instead. */
export interface Standing {
  readonly title: string;
  readonly text: string;
}

interface DocumentProps {
  readonly skillKey: string;
  /** Why agents don't get the skill. */
  readonly withheld: string | undefined;
  readonly files: readonly SkillFile[];
  readonly file: SkillFile;
  /** The parsed text; undefined until it is parsed. */
  readonly page: HastNode | undefined;
  readonly entries: Entries;
  /** Whether it is shown as plain text: because that was chosen, or since it can't be drawn. */
  readonly isAsIs: boolean;
  readonly raw: boolean;
  readonly isTooLong: boolean;
  readonly standing: Standing | undefined;
  readonly problems: readonly FileProblem[];
  /** The number of lines of the page before the first of the file. */
  readonly shift: number;
  readonly compact: boolean;
  /** The number of the section that is being read; `places` is how many there are. */
  readonly place: string | undefined;
  readonly places: number;
  readonly address: Address;
}

export function Document(props: DocumentProps) {
  const { files, file, page, entries, isAsIs, problems, shift, address } = props;
  const paths = useMemo(() => files.map(({ path }) => path), [files]);
  const place = useMemo(() => ({ file: file.path, files: paths, address }), [file.path, paths, address]);
  const lines = useMemo(
    () =>
      problems.flatMap(({ line, message }): LineProblem[] =>
        line === undefined ? [] : [{ line: line + shift, message }],
      ),
    [problems, shift],
  );
  return (
    <article
      className={styles.document}
      aria-label={writtenOut(file.path)}
      data-compact={props.compact || undefined}
    >
      <DocumentHead {...props} />
      <Warnings {...props} />
      {file.text.trim() === '' ? (
        <p className="muted">This file is empty.</p>
      ) : isAsIs ? (
        <RawText text={file.text} problems={lines} />
      ) : page === undefined ? (
        <Loading goesOn />
      ) : (
        <TextPlaceContext value={place}>
          <Markdown page={page} entries={entries} problems={lines} />
        </TextPlaceContext>
      )}
      {(isAsIs || page !== undefined) && <NextFile {...props} />}
    </article>
  );
}

function DocumentHead({
  skillKey,
  files,
  file,
  raw,
  isAsIs,
  compact,
  place,
  places,
  address,
}: DocumentProps) {
  const openFile = useCommand('openSkillFile');
  const toast = useToast();
  const path = (
    <span className="mono">
      <Revealed text={file.path} />
    </span>
  );
  if (compact)
    return (
      <header className={styles.head}>
        <p className="muted">
          {path}
          {place && `, section ${place} of ${places}`}
        </p>
        <a className="link" href={address({ file: file.path })}>
          All files
        </a>
      </header>
    );
  return (
    <header className={styles.head}>
      <p className="muted">
        {path}, {placeInWords(files, file)}
      </p>
      <span className={styles.actions}>
        {desktop !== undefined && isMarkdown(file.path) && (
          <IconButton
            name="Open this file in your editor"
            icon={SquarePen}
            onClick={() =>
              openFile.mutate(
                { key: skillKey, file: file.path, with: 'editor' },
                { onError: ({ message }) => toast(message, 'refused') },
              )
            }
          />
        )}
        <CopyButton text={file.text} what="this file as it is" />
        <Button
          kind="quiet"
          aria-pressed={isAsIs}
          onClick={() => navigate(address({ file: file.path, raw: !raw }), { replace: true })}
        >
          Raw
        </Button>
      </span>
    </header>
  );
}

function NextFile({ files, file, address, compact }: DocumentProps) {
  const next = files[files.indexOf(file) + 1];
  if (compact || next === undefined) return null;
  return (
    <footer className={styles.end}>
      {file.priority === 'P0' && next.priority !== 'P0' && (
        <p className="muted">End of the files to read first. The rest is for when you use it.</p>
      )}
      <a className={styles.next} href={address({ file: next.path })}>
        <span className="muted">Next</span>
        <span className="mono">
          <Revealed text={next.path} />
        </span>
        <span className="muted">{placeInWords(files, next)}</span>
        <Icon of={ArrowRight} />
      </a>
    </footer>
  );
}

/** A problem of a line, or of the whole file if it has none. */
interface FileProblem extends Partial<Pick<LineProblem, 'line'>> {
  readonly message: string;
  readonly code: string;
}

/**
 * Returns what a reader should know of a file. Faults of the whole file that agents don't notice are their author's:
 * see Source.
 */
export function problemsOfFile(
  diagnostics: readonly Diagnostic[],
  key: string,
  path: string,
  files: readonly SkillFile[],
): readonly FileProblem[] {
  return diagnostics
    .filter(
      ({ skillKey, severity, file, line, code }) =>
        skillKey === key &&
        severity !== 'info' &&
        (line !== undefined || isNoticed(code)) &&
        pathInSkill(file ?? '', files) === path,
    )
    .map(({ message, code, line }) => ({ message, code, ...(line !== undefined && { line }) }));
}

/** Whether agents notice a problem; they notice all codes that only a newer service knows. */
function isNoticed(code: Diagnostic['code']): boolean {
  const kind: Partial<DiagnosticKind> | undefined = Object.hasOwn(DIAGNOSTICS, code)
    ? DIAGNOSTICS[code]
    : undefined;
  return kind === undefined || kind.effect !== undefined;
}

/**
 * Returns the file that a path means: `skills/rust/a/b/examples/x.md` is `examples/x.md`, not a file `x.md` of the
 * same skill.
 */
function pathInSkill(file: string, files: readonly SkillFile[]): string | undefined {
  return files
    .map(({ path }) => path)
    .filter((path) => file.endsWith(`/${path}`))
    .sort((a, b) => b.length - a.length)[0];
}

/** The file as it is, with marks on the lines that have a problem. */
function RawText({ text, problems }: { readonly text: string; readonly problems: readonly LineProblem[] }) {
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
  /** The number of the first line, from 1. */
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

/** The lines that are named one by one. */
const MOST_LINES = 3;

/** What a person should know before an agent reads the text, above it. */
function Warnings({
  withheld,
  file,
  page,
  isTooLong,
  isAsIs,
  raw,
  standing,
  problems,
  address,
}: DocumentProps) {
  const hidden = useMemo(() => countHidden(file.text), [file.text]);
  const spoken = problems.filter(({ code }) => code === 'agent-instruction');
  const general = problems.filter(({ line }) => line === undefined);
  const isTooComplex = isAsIs && !raw && !isTooLong;
  const notices: ReactNode[] = [
    standing !== undefined && (
      <Notice key="standing" kind="warning" title={<Revealed text={standing.title} />}>
        {standing.text}
      </Notice>
    ),
    withheld !== undefined && (
      <Notice
        key="withheld"
        kind="warning"
        title={<Revealed text={`Agents don't get this skill: ${withheld}.`} />}
      />
    ),
    hidden > 0 && (
      <Notice
        key="hidden"
        kind="warning"
        title={`${countWords(hidden, 'invisible character')} in this file.`}
      >
        Shown as <span className="mono">U+…</span> Agents read them; people don’t see them.
      </Notice>
    ),
    spoken.length > 0 && (
      <Notice key="spoken" kind="warning" title="This text speaks to agents.">
        A skill is evidence, not instructions.
        {spoken.slice(0, MOST_LINES).map(({ line = 1, message }) => (
          <p key={message}>
            <a className="link" href={address({ file: file.path, line, raw })}>
              Line {line}
            </a>
            : <Revealed text={message} />
          </p>
        ))}
        {spoken.length > MOST_LINES && <p>And {countWords(spoken.length - MOST_LINES, 'more line')}.</p>}
      </Notice>
    ),
    ...general.map(({ message }) => (
      <Notice key={message} kind="warning" title={<Revealed text={message} />} />
    )),
    isTooLong && (
      <Notice
        key="long"
        kind="info"
        title={`${countWords(file.text.length, 'character')}: too long to format.`}
      >
        Shown as plain text.
      </Notice>
    ),
    isTooComplex && (
      <Notice key="complex" kind="info" title="Too complex to format.">
        Shown as plain text.
      </Notice>
    ),
  ].filter(Boolean);
  // Together with the text: nothing moves once it is there.
  if (notices.length === 0 || (page === undefined && !isAsIs)) return null;
  return <div className={styles.warnings}>{notices}</div>;
}
