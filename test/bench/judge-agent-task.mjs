/** What an agent's task in agent-tasks.json got from the one answer that it asked for. */

/** The call of a task: a covered library is asked for by name, anything else is looked for. */
export function callOf({ path, query }) {
  return path === undefined
    ? { name: 'find_skills', arguments: { query } }
    : { name: 'get_skill', arguments: { path, query } };
}

/** The key that stands first in an answer. */
export function firstKey(text, keys) {
  const places = keys.map((key) => [text.indexOf(key), key]).filter(([place]) => place >= 0);
  return places.sort(([a, one], [b, other]) => a - b || other.length - one.length)[0]?.[1];
}

const DENIAL = /No skill (?:covers|fits)|not found|is withheld/;
const CERTAIN = /^Strong match/;

/**
 * Each aspect as true or false; undefined where the task doesn't have it.
 *
 * - `isHit`: the right skill comes first
 * - `isPrevented`: the answer has the entry that prevents the mistake, or its title
 * - `isFalselyStrong`: an uncovered question is answered as a strong match
 * - `isDenied`: a covered one is said to be uncovered
 */
export function judgeTask({ skill, title }, text, keys) {
  if (skill === undefined) return { isFalselyStrong: CERTAIN.test(text) };
  const isHit = firstKey(text, keys) === skill;
  return {
    isHit,
    isDenied: DENIAL.test(text),
    ...(title !== undefined && { isPrevented: isHit && text.includes(title) }),
  };
}
