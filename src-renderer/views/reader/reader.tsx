import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type FullSkill, isMarkdown } from '../../../src-server/contract/api.ts';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { authorEntries } from '../../../src-server/contract/skill-format.ts';
import { sayingOf, sayingsOf } from '../../../src-server/search/dangers.ts';
import { useDiagnostics, useSkill } from '../../data/registry.ts';
import { faultOf, type SkillFault } from '../../domain/skill-faults.ts';
import { filesOf, type SkillFile, type SkillFiles } from '../../domain/skill-files.ts';
import { nameInKey } from '../../domain/skill-rows.ts';
import { useWide } from '../../layout/layout.tsx';
import { goBackTo, href, navigate, type Route } from '../../router.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/notice.tsx';
import { Loading, QueryView } from '../../ui/query-view.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import { useKeys } from '../../ui/shortcuts.tsx';
import type { ShownPair } from './bundled-pairs.ts';
import { Document, problemsOfFile, type Standing } from './document.tsx';
import { FileRail, FileSelect } from './file-rail.tsx';
import { OpenPair, usePair } from './open-pair.tsx';
import { useParsedPage } from './page-parser.ts';
import { outlineOf } from './page-tree.ts';
import styles from './reader.module.css';
import { ReaderHead, useCopying } from './reader-head.tsx';
import { useFreshPage, useMarkedWords, useReading, useTextArrival } from './reading.ts';
import type { Address } from './skill-link.tsx';

/** One skill, opened at the section that answered. The text of a skill that is no longer served stays. */
export function Reader(props: ReaderProps) {
  const query = useSkill(props.skillKey);
  const isGone = query.error?.status === 404;
  const fault = useFault(props.skillKey);
  if (!isGone)
    return (
      <QueryView of={query} name="skill">
        {(skill) => (
          <OpenSkill
            {...props}
            skill={skill}
            standing={fault.isUnreadable ? keptWords(fault.why) : undefined}
          />
        )}
      </QueryView>
    );
  return query.data === undefined ? (
    <MissingSkill skillKey={props.skillKey} why={fault.why} />
  ) : (
    <OpenSkill {...props} skill={query.data} standing={goneWords(fault)} />
  );
}

interface FaultNow extends Partial<SkillFault> {
  /** Whether the problems are being asked again: a fault may come. */
  readonly isAsked: boolean;
}

function useFault(key: string): FaultNow {
  const { data, isFetching } = useDiagnostics();
  const fault = useMemo(() => faultOf(data?.diagnostics ?? [], key), [data, key]);
  return { ...fault, isAsked: isFetching };
}

/** Returns the words for a skill whose last good state is served. */
function keptWords(why: string | undefined): Standing {
  const text = 'This is the last state that could be read; it is served until the file is mended.';
  return { title: why ?? 'skill.json can’t be read.', text };
}

/** Returns the words for a skill that was served before, and isn't now. */
function goneWords({ why, isAsked }: FaultNow): Standing {
  const text = 'The text below is the last one that was served.';
  if (why !== undefined) return { title: `This skill is not served now. ${why}`, text };
  return {
    title: isAsked ? 'This skill is not served now.' : 'This skill was removed while you read it.',
    text,
  };
}

function MissingSkill({
  skillKey,
  why,
}: Pick<ReaderProps, 'skillKey'> & {
  /** Why a folder that is there isn't served. */
  readonly why: string | undefined;
}) {
  const name = nameInKey(skillKey);
  return (
    <div className={styles.missing}>
      <Empty
        as="h1"
        title={
          why === undefined ? (
            <>
              There is no skill <Revealed text={skillKey} />.
            </>
          ) : (
            <>
              <Revealed text={skillKey} /> is not served.
            </>
          )
        }
        actions={
          <>
            {why === undefined ? (
              <LinkButton kind="primary" icon={Search} href={href({ view: 'skills', q: name })}>
                <span>
                  Ask for “<Revealed text={name} />”
                </span>
              </LinkButton>
            ) : (
              <LinkButton kind="primary" href={href({ view: 'source' })}>
                What needs repair
              </LinkButton>
            )}
            <LinkButton href={href({ view: 'skills' })}>All skills</LinkButton>
          </>
        }
      >
        <p role="alert">
          {why === undefined ? 'It may have been moved or removed.' : <Revealed text={why} />}
        </p>
      </Empty>
    </div>
  );
}

export default function ReaderView({
  route,
}: {
  readonly route: Extract<Route, { readonly view: 'skill' }>;
}) {
  const { key, q, file, line, at, raw, pair } = route;
  return <Reader skillKey={key} question={q} file={file} line={line} at={at} raw={raw} pair={pair} />;
}

const ENTRY_FILES = new Map([
  ['pitfalls.md', 'pitfall'],
  ['safety.md', 'red-line'],
] as const);

export interface ReaderProps {
  readonly skillKey: string;
  /** The file of the skill; the first in reading order by default. */
  readonly file?: string | undefined;
  /** The anchor of a heading, without its `at-`. */
  readonly at?: string | undefined;
  /** The line in the file, from 1. */
  readonly line?: number | undefined;
  /** The question that led here: its words are marked. */
  readonly question?: string | undefined;
  readonly raw?: boolean | undefined;
  /** Whether the pair of the skill's task is shown instead of a file, if it has one. */
  readonly pair?: boolean | undefined;
  /** Whether it stands beside a list of answers, without the rail. */
  readonly compact?: boolean | undefined;
}

export function OpenSkill(
  props: ReaderProps & { readonly skill: FullSkill; readonly standing: Standing | undefined },
) {
  const { skillKey, skill, question, compact = false } = props;
  const found = useMemo(() => filesOf(skill), [skill]);
  const { files } = found;
  const file = openedFile(files, props.file);
  const address = useMemo<Address>(
    () => (part) => href({ view: 'skill', key: skillKey, ...(question && { q: question }), ...part }),
    [skillKey, question],
  );
  const pair = usePair(skillKey, skill);
  const isWithoutPair = props.pair === true && pair === null;
  useEffect(() => {
    if (isWithoutPair) navigate(address({}), { replace: true });
  }, [isWithoutPair, address]);
  if (props.pair && pair === undefined) return <Loading />;
  if (props.pair && pair != null && !compact)
    return <OpenPair {...props} found={found} shown={pair} address={address} />;
  if (file === undefined) return <NoFile found={found} named={props.file} address={address} />;
  return <OpenFile {...props} found={found} file={file} address={address} compact={compact} pair={pair} />;
}

function openedFile(files: readonly SkillFile[], named: string | undefined): SkillFile | undefined {
  if (named === undefined) return files[0];
  return files.find(({ path }) => path === named) ?? files.find(({ path }) => path === `${named}.md`);
}

function OpenFile({
  skillKey,
  skill,
  found,
  file,
  at,
  line,
  question,
  raw = false,
  compact,
  standing,
  address,
  pair,
}: Omit<ReaderProps, 'file' | 'compact' | 'pair'> & {
  readonly skill: FullSkill;
  readonly found: SkillFiles;
  readonly file: SkillFile;
  readonly standing: Standing | undefined;
  readonly compact: boolean;
  readonly address: Address;
  /** The recorded pair; null if there is none, undefined until that is known. */
  readonly pair: ShownPair | null | undefined;
}) {
  const { files } = found;
  const box = useRef<HTMLDivElement>(null);
  const isWide = useWide();
  const entries = ENTRY_FILES.get(file.path as 'pitfalls.md');
  const isTooLong = file.text.length > LIMITS.drawnLength;
  const withheld = skill._withheld;
  const text = useMemo(() => asMarkdown(file.path, file.text), [file]);
  const page = useParsedPage(file.path, raw || isTooLong ? undefined : text, entries !== undefined);
  const drawn = page === 'undrawable' ? undefined : page;
  const isAsIs = raw || isTooLong || page === 'undrawable';
  const outline = useMemo(() => {
    const said = sayingsOf(authorEntries(skill));
    const entries = drawn === undefined ? [] : outlineOf(drawn);
    return entries.map((entry) => {
      const danger = sayingOf(said, { path: file.path, title: entry.text });
      return danger === undefined ? entry : { ...entry, text: danger };
    });
  }, [drawn, skill, file.path]);
  const diagnostics = useDiagnostics().data?.diagnostics;
  const problems = useMemo(
    () => problemsOfFile(diagnostics ?? [], skillKey, file.path, files),
    [diagnostics, skillKey, file.path, files],
  );

  const isDrawn = isAsIs || drawn !== undefined;
  // The rail waits for its first stop and the first outline, which would move its files.
  const [isRailDrawn, setRailDrawn] = useState(false);
  if (isDrawn && pair !== undefined && !isRailDrawn) setRailDrawn(true);
  useFreshPage(box, `${skillKey} ${file.path}`, isDrawn, !compact);
  const target = at ?? (line === undefined ? undefined : line + lineShift(file, isAsIs));
  const onLink = useTextArrival(box, target, `${skillKey} ${file.path} ${isDrawn}`);
  useMarkedWords(box, isAsIs ? undefined : question, drawn);
  const reading = useReading(box, outline, at);
  const section = outline.find(({ id }) => id === reading);
  const copying = useCopying({
    skillKey,
    skill,
    files,
    file,
    section,
    address,
    isWithheld: withheld !== undefined,
  });

  const place = files.indexOf(file);
  const first = pair == null ? 'none' : 'pair';
  const open = (next: SkillFile | 'pair' | undefined) => {
    if (next !== undefined) navigate(address(next === 'pair' ? { pair: true } : { file: next.path }));
  };
  useKeys({
    c: copying.copyFirst,
    ...(compact
      ? { Escape: () => document.getElementById('question')?.focus() }
      : {
          Escape: () => goBackTo({ view: 'skills', ...(question && { q: question }) }),
          '[': () => open(files[place - 1] ?? (pair == null ? undefined : 'pair')),
          ']': () => open(files[place + 1]),
          r: () => navigate(address({ file: file.path, raw: !raw }), { replace: true }),
        }),
  });

  const select = <FileSelect files={files} file={file} first={first} onOpen={open} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys click links, too
    <div className={styles.reader} data-compact={compact || undefined} onClick={onLink}>
      <ReaderHead
        skillKey={skillKey}
        skill={skill}
        question={question}
        copying={copying}
        compact={compact}
        files={isWide || compact ? undefined : select}
      />
      {isWide &&
        !compact &&
        (isRailDrawn ? (
          <FileRail
            found={found}
            file={file}
            first={first}
            outline={outline}
            reading={reading}
            address={address}
          />
        ) : (
          <div />
        ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={box} className={styles.read} aria-label="The open file" tabIndex={0} data-reading>
        <Document
          key={file.path}
          skillKey={skillKey}
          withheld={withheld}
          files={files}
          file={file}
          page={drawn}
          isAsIs={isAsIs}
          raw={raw}
          isTooLong={isTooLong}
          entries={entries}
          problems={problems}
          standing={standing}
          compact={compact}
          address={address}
          place={section?.number}
          places={outline.length}
          shift={lineShift(file, isAsIs)}
        />
      </section>
    </div>
  );
}

/** Returns how many lines the page has before the file's first: the fence around an example is one. */
function lineShift({ path }: SkillFile, isAsIs: boolean): number {
  return isAsIs || isMarkdown(path) ? 0 : 1;
}

function NoFile({
  found: { files, missing },
  named = '',
  address,
}: {
  readonly found: SkillFiles;
  readonly named: string | undefined;
  readonly address: Address;
}) {
  const [first] = files;
  if (first === undefined)
    return (
      <div className={styles.missing}>
        <Empty as="h1" title="This skill has no text to read.">
          <p>
            {missing.length > 0
              ? 'None of the files that skill.json lists is there.'
              : 'Its folder holds no markdown file and no example.'}
          </p>
        </Empty>
      </div>
    );
  const reason = missing.find(({ path }) => path === named || path === `${named}.md`)?.reason;
  return (
    <div className={styles.missing}>
      <Empty
        as="h1"
        title={
          <>
            This skill has no file <Revealed text={named} />.
          </>
        }
        actions={
          <LinkButton kind="primary" href={address({ file: first.path })}>
            <span>
              Open <Revealed text={first.path} />
            </span>
          </LinkButton>
        }
      >
        <p role="alert">{reason ?? 'It may have been renamed or removed.'}</p>
      </Empty>
    </div>
  );
}

/** Wraps an example in a code block of its extension's language, with a longer fence than it has itself. */
export function asMarkdown(path: string, text: string): string {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (extension === 'md') return text;
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  // The highlighter knows languages by their extensions, too.
  return `${fence}${extension}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
