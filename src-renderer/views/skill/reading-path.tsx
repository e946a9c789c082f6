import { useEffect, useRef } from 'react';
import { Mark, type MarkName } from '../../components/mark.tsx';
import { formatRoute } from '../../route/route.ts';
import { PRIORITY_WORDS, type SkillFile, type SkillModel } from '../../skill/skill-model.ts';
import { formatCount } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';

/** A heading of the open file, for the path. */
export interface OutlineEntry {
  readonly id: string;
  readonly text: string;
  /** Number of the entry, empty where it has its own. */
  readonly number: string;
  /** Whether one is reading it. */
  readonly current: boolean;
}

const MARKS: Readonly<Record<SkillFile['priority'], MarkName>> = { P0: 'p0', P1: 'p1', P2: 'p2', P3: 'p3' };

/** The reading order as a path: P0 first, as far as one has come in the signal colour. */
export function ReadingPath({
  skillKey,
  model,
  current,
  outline,
}: {
  readonly skillKey: string;
  readonly model: SkillModel;
  /** Index of the open file. */
  readonly current: number;
  readonly outline: readonly OutlineEntry[];
}) {
  const { files, missing } = model;
  const path = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open file is what moves the path
  useEffect(() => {
    path.current
      ?.querySelector('[aria-current=page]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={path} className="way scroll" aria-label="Files in reading order">
      <div className="route">
        {PRIORITY_WORDS.map(([priority, words]) => {
          const group = files.filter((file) => file.priority === priority);
          const gone = missing.filter((file) => file.priority === priority);
          if (group.length + gone.length === 0) return null;
          const tokens = group.reduce((sum, file) => sum + (file.tokens ?? 0), 0);
          const kind = priority.toLowerCase();
          return (
            <section key={priority} aria-label={`${priority}, ${words}`}>
              <p className={files[0]?.priority === priority ? `leg ${kind} start` : `leg ${kind}`}>
                <span>
                  <b>{priority}</b>
                  {words}
                </span>
                <span className="tokens number">{formatCount(tokens)}</span>
              </p>
              <ol className={kind}>
                {group.map((file) => (
                  <Stop
                    key={file.path}
                    skillKey={skillKey}
                    file={file}
                    place={files.indexOf(file)}
                    current={current}
                    last={files.length - 1}
                    outline={outline}
                  />
                ))}
                {gone.map(({ path: name, reason }) => (
                  <li key={name} className="stop missing">
                    <span className="stop-row">
                      <Mark name="severity-error" tone="bad" />
                      <span className="name" title={name}>
                        <Revealed text={name} />
                      </span>
                      <span className="tokens" title={reason}>
                        {reason === undefined ? 'missing' : 'left out'}
                      </span>
                    </span>
                  </li>
                ))}
              </ol>
            </section>
          );
        })}
      </div>
    </nav>
  );
}

function Stop({
  skillKey,
  file,
  place,
  current,
  last,
  outline,
}: {
  readonly skillKey: string;
  readonly file: SkillFile;
  readonly place: number;
  readonly current: number;
  readonly last: number;
  readonly outline: readonly OutlineEntry[];
}) {
  const here = place === current;
  const classes = ['stop'];
  if (place === 0) classes.push('first');
  if (place === last) classes.push('last');
  if (place < current) classes.push('gone');
  if (here) classes.push('here');
  return (
    <>
      <li className={classes.join(' ')}>
        <a
          className="stop-row"
          href={formatRoute({ view: 'skill', key: skillKey, file: file.path })}
          title={file.path}
          {...(here ? { 'aria-current': 'page' as const } : {})}
        >
          <Mark name={MARKS[file.priority]} />
          <span className="name">
            <Revealed text={file.path} />
          </span>
          <span className="tokens">
            {file.tokens === undefined ? '–' : formatCount(file.tokens)}
            <span className="hidden-text"> tokens</span>
          </span>
        </a>
      </li>
      {here && outline.length > 1 && (
        <li className={place === last ? 'sub last' : 'sub'}>
          <ol>
            {outline.map(({ id, text, number, current: reading }) => (
              <li key={id}>
                <a
                  href={formatRoute({
                    view: 'skill',
                    key: skillKey,
                    file: file.path,
                    at: id.replace(/^at-/, ''),
                  })}
                  {...(reading ? { 'aria-current': 'location' as const } : {})}
                >
                  {number !== '' && <span className="number">{number}</span>}
                  <span className="sub-text">
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
