import { Bot } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type FileRead, fileReadWords } from '../../activity/file-reads.ts';
import { Icon } from '../../components/icon.tsx';
import { Mark, type MarkName } from '../../components/mark.tsx';
import { scrollToShow } from '../../components/scroll-to-show.ts';
import { Term } from '../../components/term.tsx';
import { formatRoute } from '../../route/route.ts';
import { PRIORITIES, priorityWords } from '../../skill/priority-words.ts';
import { sumTokens } from '../../skill/read-first.ts';
import type { MissingFile, SkillFile, SkillModel } from '../../skill/skill-model.ts';
import { formatCount } from '../../text/format.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import type { OutlineEntry } from './outline.ts';
import styles from './reading-path.module.css';

const MARKS: Readonly<Record<SkillFile['priority'], MarkName>> = { P0: 'p0', P1: 'p1', P2: 'p2', P3: 'p3' };

export interface ReadingPathProps {
  readonly skillKey: string;
  readonly model: SkillModel;
  readonly current: number;
  readonly outline: readonly OutlineEntry[];
  readonly reading: string | undefined;
  /** By path, since the page was opened. */
  readonly reads: ReadonlyMap<string, FileRead>;
  /** `column`: with headings. `row`: only files. */
  readonly shape: 'column' | 'row';
}

export function ReadingPath(props: ReadingPathProps) {
  const { model, current, shape } = props;
  const path = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open file is what moves the path
  useEffect(() => {
    const stop = path.current?.querySelector('[aria-current=page]');
    if (stop != null) scrollToShow(stop);
  }, [current, shape]);
  return (
    <nav
      ref={path}
      className={styles.path}
      data-shape={shape}
      aria-label="Files in reading order"
      // A row is cut at both ends: shows the focused file completely.
      onFocus={({ target }) => scrollToShow(target)}
    >
      {PRIORITIES.map((priority) => {
        const files = model.files.filter((file) => file.priority === priority);
        const missing = model.missing.filter((file) => file.priority === priority);
        if (files.length + missing.length === 0) return null;
        return <FileGroup key={priority} {...props} priority={priority} own={files} missing={missing} />;
      })}
    </nav>
  );
}

function FileGroup({
  priority,
  own,
  missing,
  ...path
}: ReadingPathProps & {
  readonly priority: SkillFile['priority'];
  readonly own: readonly SkillFile[];
  readonly missing: readonly MissingFile[];
}) {
  const { model, shape } = path;
  const words = priorityWords(
    priority,
    [...own, ...missing].map(({ path: name }) => name),
  );
  return (
    <section aria-label={words.title} data-priority={priority}>
      {shape === 'column' && (
        <p className={styles.leg} data-start={model.files[0]?.priority === priority || undefined}>
          <Term meaning={words.meaning}>{words.title}</Term>
          <span className={styles.tokens}>
            {formatCount(sumTokens(own))}
            <span className="hidden-text"> tokens</span>
          </span>
        </p>
      )}
      <ol>
        {own.map((file) => (
          <FileLink key={file.path} {...path} file={file} />
        ))}
        {shape === 'column' && missing.map((file) => <MissingFileLink key={file.path} file={file} />)}
      </ol>
    </section>
  );
}

function FileLink({
  skillKey,
  model: { files },
  current,
  outline,
  reading,
  reads,
  shape,
  file,
}: ReadingPathProps & { readonly file: SkillFile }) {
  const place = files.indexOf(file);
  const here = place === current;
  const last = place === files.length - 1 || undefined;
  const read = reads.get(file.path);
  return (
    <>
      <li
        className={styles.stop}
        data-stop={place < current ? 'gone' : here ? 'here' : 'ahead'}
        data-first={place === 0 || undefined}
        data-last={last}
      >
        <a
          href={formatRoute({ view: 'skill', key: skillKey, file: file.path })}
          title={writtenOut(file.path)}
          {...(here ? { 'aria-current': 'page' as const } : {})}
        >
          <Mark name={MARKS[file.priority]} />
          <span className={styles.name}>
            <Revealed text={file.path} />
          </span>
          {read !== undefined && <ReadMark key={read.at} read={read} />}
          {shape === 'column' && (
            <span className={styles.tokens}>
              {file.tokens === undefined ? '–' : formatCount(file.tokens)}
              <span className="hidden-text"> tokens</span>
            </span>
          )}
        </a>
      </li>
      {here && shape === 'column' && outline.length > 1 && (
        <li className={styles.outline} data-last={last}>
          <ol aria-label="Headings of this file">
            {outline.map(({ id, text, number }) => (
              <li key={id}>
                <a
                  href={formatRoute({
                    view: 'skill',
                    key: skillKey,
                    file: file.path,
                    at: id.replace(/^at-/, ''),
                  })}
                  {...(reading === id ? { 'aria-current': 'location' as const } : {})}
                >
                  {number !== '' && <span className="number">{number}</span>}
                  <span className={styles.heading}>
                    <Revealed text={text} />
                  </span>
                </a>
              </li>
            ))}
          </ol>
        </li>
      )}
    </>
  );
}

/** Flashes once for each read. */
function ReadMark({ read }: { readonly read: FileRead }) {
  return (
    <span className={styles.read} title={writtenOut(fileReadWords(read))}>
      <Icon of={Bot} />
      <span className="hidden-text">
        , <Revealed text={fileReadWords(read)} />
      </span>
    </span>
  );
}

function MissingFileLink({ file: { path, reason } }: { readonly file: MissingFile }) {
  return (
    <li className={styles.stop} data-stop="missing">
      <span>
        <Mark name="severity-error" tone="bad" />
        <span className={styles.name} title={writtenOut(path)}>
          <Revealed text={path} />
        </span>
        {reason === undefined ? (
          <span className={styles.tokens}>missing</span>
        ) : (
          <Term className={styles.tokens} meaning={reason}>
            left out
          </Term>
        )}
      </span>
    </li>
  );
}
