import type { RegistryQueries } from '../../contract/api/registry-queries.ts';
import { printable } from '../../contract/words/printable.ts';
import { truncate } from '../../validation/truncate.ts';

export interface ResolvedSkill {
  readonly key: string;
  /** Behind the key, as written: `go/jackc/pgx/pitfalls.md`. */
  readonly file?: string;
  /** `Taken as go/jackc/pgx.`, where the name is not one of the skill's own. */
  readonly note?: string;
}

const MOST_NAMED = 8;

/** The skill that a name means, or the sentence that answers instead. */
export async function resolveSkill(
  queries: RegistryQueries,
  asked: string,
): Promise<ResolvedSkill | { readonly sentence: string }> {
  const address = asked
    .trim()
    .replace(/^skill:\/\//i, '')
    .replace(/^\/+|\/+$/g, '');
  const [language, author, name, ...rest] = address.split('/');
  const key = `${language}/${author}/${name}`;
  const { skills } = await queries.list();
  if (skills.some((entry) => entry.key === key))
    return rest.length === 0 ? { key } : { key, file: rest.join('/') };
  const { keys, near, draftTexts } = await queries.resolve(asked);
  const [only, ...others] = keys.length > 0 ? keys : near;
  const shown = printable(truncate(address));
  if (only !== undefined && others.length === 0)
    return { key: only, ...(keys.length === 0 && { note: `Taken as ${only}.` }) };
  if (keys.length > 0) return { sentence: `'${shown}' may be ${listKeys(keys)}: give one of these as path.` };
  if (near.length > 0)
    return {
      sentence: `'${shown}' may be ${listKeys(near)}: give one of these as path, or go on without a skill.`,
    };
  const draft = draftTexts === undefined ? '' : `: it is a draft, with ${draftTexts} texts still to write`;
  return { sentence: `Skill '${shown}' not found${draft}: go on without a skill.` };
}

function listKeys(keys: readonly string[]): string {
  const more = keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : '';
  return `${keys.slice(0, MOST_NAMED).map(printable).join(', ')}${more}`;
}
