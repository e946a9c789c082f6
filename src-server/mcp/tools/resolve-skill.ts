import type { IndexEntry } from '../../contract/api/api.ts';
import type { RegistryQueries } from '../../contract/api/registry-queries.ts';
import { type AgentText, joinText, LINES, namesInLine, ownWords } from '../../contract/words/agent-lines.ts';

export interface ResolvedSkill {
  readonly key: string;
  /** Behind the key, as written: `go/jackc/pgx/pitfalls.md`. */
  readonly file?: string;
  /** `Taken as go/jackc/pgx.`, where the name is not one of the skill's own. */
  readonly note?: AgentText;
}

const MOST_NAMED = 8;

/** The skill that a name means, or the sentence that answers instead. */
export async function resolveSkill(
  queries: RegistryQueries,
  asked: string,
): Promise<ResolvedSkill | { readonly sentence: AgentText }> {
  const address = asked
    .trim()
    .replace(/^skill:\/\//i, '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '');
  const [language, author, name, ...rest] = address.split('/');
  const key = `${language}/${author}/${name}`;
  const { skills } = await queries.list();
  if (listedEntry(skills, key) !== undefined)
    return rest.length === 0 ? { key } : { key, file: rest.join('/') };
  const { keys, near, isSame, draftTexts } = await queries.resolve(asked);
  const [only, ...others] = keys.length > 0 ? keys : isSame ? near : [];
  if (only !== undefined && others.length === 0)
    return { key: only, ...(keys.length === 0 && { note: LINES.takenAs(only) }) };
  if (keys.length > 0) return { sentence: LINES.mayBe(address, someOf(keys)) };
  if (only !== undefined) return { sentence: LINES.mayBeNear(address, someOf(near)) };
  if (near.length > 0) return { sentence: LINES.noSkillOfItsOwn(address, someOf(near)) };
  return {
    sentence: draftTexts === undefined ? LINES.notFound(address) : LINES.notFoundDraft(address, draftTexts),
  };
}

/** Made once of a list: no call goes through all skills. */
const byKey = new WeakMap<readonly IndexEntry[], ReadonlyMap<string, IndexEntry>>();

export function listedEntry(skills: readonly IndexEntry[], key: string): IndexEntry | undefined {
  const entries = byKey.get(skills) ?? new Map(skills.map((entry) => [entry.key, entry]));
  byKey.set(skills, entries);
  return entries.get(key);
}

function someOf(keys: readonly string[]): AgentText {
  const named = namesInLine(keys.slice(0, MOST_NAMED));
  if (keys.length <= MOST_NAMED) return named;
  return joinText([named, ownWords(`and ${keys.length - MOST_NAMED} more`)], ' ');
}
