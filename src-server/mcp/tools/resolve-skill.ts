import { printable } from '../../contract/words/printable.ts';
import { describeMissing } from '../../registry/skill-texts.ts';
import type { ServedSkill as Skill } from '../../registry/snapshot.ts';
import { nearKeys } from '../../search/keyword-search/near-keys.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { truncate } from '../../validation/truncate.ts';

export interface ResolvedSkill {
  readonly skill: Skill;
  /** Behind the key, as written: `go/jackc/pgx/pitfalls.md`. */
  readonly file?: string;
  /** `Taken as go/jackc/pgx.`, where the name is not one of the skill's own. */
  readonly note?: string;
}

const MOST_NAMED = 8;

/** The skill that a name means, or the sentence that answers instead. */
export function resolveSkill(served: ServedRegistry, asked: string): ResolvedSkill | string {
  const { skills } = served.live.snapshot();
  const address = asked
    .trim()
    .replace(/^skill:\/\//i, '')
    .replace(/^\/+|\/+$/g, '');
  const [language = '', author = '', name = '', ...rest] = address.split('/');
  const exact = skills.get(address) ?? skills.get([language, author, name].join('/'));
  if (exact !== undefined)
    return rest.length === 0 ? { skill: exact } : { skill: exact, file: rest.join('/') };
  const named = served.search().resolve(asked);
  const [only = ''] = named;
  const skill = named.length === 1 ? skills.get(only) : undefined;
  if (skill !== undefined) return { skill };
  const shown = printable(truncate(address));
  if (named.length > 1) return `'${shown}' may be ${listKeys(named)}: give one of these as path.`;
  const near = [...new Set([...served.search().related(asked), ...nearKeys([...skills.keys()], address)])];
  const [clear = ''] = near;
  const taken = near.length === 1 ? skills.get(clear) : undefined;
  if (taken !== undefined) return { skill: taken, note: `Taken as ${clear}.` };
  const missing = printable(describeMissing(served.live.snapshot(), address));
  if (near.length > 0)
    return `${missing}. Related: ${listKeys(near)}. If one is meant, give it as path; else go on without a skill.`;
  return `${missing}: go on without a skill.`;
}

function listKeys(keys: readonly string[]): string {
  const more = keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : '';
  return `${keys.slice(0, MOST_NAMED).map(printable).join(', ')}${more}`;
}
