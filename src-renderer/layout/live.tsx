/** What agents do at this moment: a line in *Agents*, and a chip in the bar of every other view. */

import { type ReactNode, useEffect, useReducer } from 'react';
import type { Activity } from '../../src-server/contract/api.ts';
import { clientName } from '../../src-server/contract/clients/clients.ts';
import { useActivity } from '../data/registry.ts';
import { nameInKey } from '../domain/skill-rows.ts';
import { href } from '../router.ts';
import { StateDot } from '../ui/marks.tsx';
import { Revealed, writtenOut } from '../ui/revealed.tsx';
import styles from './live.module.css';

/** Milliseconds that a read counts as now. */
const LIVE_MS = 10_000;

/** The latest thing that an agent read or was told, in words. */
interface Live {
  readonly at: string;
  readonly who: string;
  /** What it does: `is reading`. */
  readonly does: string;
  readonly skill: string;
  /** The words behind the skill's name in the bar: `, pitfalls`. */
  readonly file: string;
  /** The words behind the file in the view of agents: `: “Calling QueryRow and dropping the Row”`. */
  readonly entry: string;
}

/** Returns what an agent reads, or was told unasked, within the last 10 seconds. Undefined while none does. */
function useLive(): Live | undefined {
  const { data } = useActivity();
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  const latest = data && latestOf(data);
  const age = latest === undefined ? LIVE_MS : Math.abs(Date.now() - Date.parse(latest.at));
  const left = LIVE_MS - age;
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(lookAgain, left);
    return () => clearTimeout(timer);
  }, [left]);
  return left > 0 ? latest : undefined;
}

/** Returns the latest read of a program with a name, or what was told after it. */
function latestOf({ reads, told: [told] = [] }: Activity): Live | undefined {
  const read = reads.find(({ client }) => client !== 'unknown');
  if (told !== undefined && (read === undefined || told.at > read.at)) {
    const [first = '', ...more] = told.lines;
    return {
      at: told.at,
      who: told.client,
      does: 'was told of',
      skill: nameInKey(told.skillKey),
      file: '',
      entry: `: ${first}${more.length === 0 ? '' : ` And ${more.length} more.`}`,
    };
  }
  if (read === undefined) return undefined;
  const { at, client, skillKey, file, section } = read;
  return {
    at,
    who: clientName(client),
    does: 'is reading',
    skill: nameInKey(skillKey),
    file: file === undefined ? '' : `, ${file.replace(/\.md$/, '')}`,
    entry: section === undefined ? '' : `: “${section}”`,
  };
}

/** The chip in the bar; below 900 px its dot and the name of the agent are seen. */
export default function LiveChip() {
  const live = useLive();
  if (live === undefined) return null;
  const { who, does, skill, file } = live;
  return (
    <a
      className={styles.chip}
      href={href({ view: 'agents' })}
      title={writtenOut(`${who} ${does} ${skill}${file}`)}
    >
      <Beat />
      <span className="clip">
        <Revealed text={who} />
        <span className={styles.more}>
          {' '}
          {does}{' '}
          <b>
            <Revealed text={skill} />
          </b>
          <Revealed text={file} />
        </span>
      </span>
    </a>
  );
}

/**
 * The line in *Agents*. It keeps its place while no agent reads, so that nothing below moves and screen readers hear of
 * the next read.
 */
export function LiveLine() {
  const live = useLive();
  return (
    <p className={styles.line} data-live={live !== undefined || undefined} role="status" aria-label="Now">
      {live === undefined ? (
        <>
          <StateDot state="off" />
          <span>No agent is reading at this moment.</span>
        </>
      ) : (
        <>
          <Beat />
          <span>
            <b>
              <Revealed text={live.who} />
            </b>{' '}
            {live.does}{' '}
            <b>
              <Revealed text={live.skill} />
            </b>
            <Revealed text={live.file + live.entry} />
          </span>
          <time dateTime={live.at}>now</time>
        </>
      )}
    </p>
  );
}

function Beat(): ReactNode {
  return (
    <span className={styles.beat}>
      <StateDot state="on" />
    </span>
  );
}
