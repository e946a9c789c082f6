/** The recorded pairs of the sample's tasks. A chunk of its own, loaded with the first skill of the sample: no service serves them. */
import type { FullSkill } from '../../../src-server/contract/api.ts';
import { plainTitle, writtenFor } from '../../../src-server/contract/skill-format.ts';
import type { TaskPair } from '../../../src-server/contract/task-pair.ts';
import { type Danger, dangersOf } from '../../../src-server/search/dangers.ts';

const RECORDS = import.meta.glob<TaskPair>('../../../assets/sample-registry/skills/*/*/*/evals/*/pair.json', {
  eager: true,
  import: 'default',
});

const PAIRS = new Map(Object.values(RECORDS).map((pair) => [pair.skill, pair]));

/** A recorded pair, and the entry of the served skill that prevents the mistake. */
export interface ShownPair {
  readonly pair: TaskPair;
  readonly danger: Danger;
}

/**
 * Returns the pair of a skill of the sample; undefined if none was recorded, or if it was with another release of the
 * library, or for an entry that the skill no longer has.
 */
export function pairOf(key: string, skill: FullSkill): ShownPair | undefined {
  const pair = PAIRS.get(key);
  if (pair === undefined || pair.version !== writtenFor(skill['version'])) return undefined;
  const heading = plainTitle(pair.entry);
  const danger = dangersOf(skill, skill._contents).find(
    ({ entry }) => plainTitle(entry.title ?? '') === heading,
  );
  return danger && { pair, danger };
}
