/** What an agent's task in agent-tasks.json got from the answers that it read. */

/** Tokens of an answer that an agent is sure to read. */
export const READ_TOKENS = 1_500;

/**
 * The call that an answer advises: `Read on with get_section, path python/psf/requests, section pitfalls.md`. Undefined
 * where it advises none.
 */
export function advisedCall(text) {
  const section = /get_section, path (\S+), section (.+?)(?:, or |\.?$)/m.exec(text);
  if (section !== null) return { name: 'get_section', arguments: { path: section[1], section: section[2] } };
  const skill = /get_skill, path (\S+?)\.?(?:\s|$)/.exec(text);
  return skill === null
    ? undefined
    : { name: 'get_skill', arguments: { path: skill[1], max_tokens: READ_TOKENS } };
}

/** The key that stands first in an answer. */
export function firstKey(text, keys) {
  const places = keys.map((key) => [text.indexOf(key), key]).filter(([place]) => place >= 0);
  return places.sort(([a, one], [b, other]) => a - b || other.length - one.length)[0]?.[1];
}

/**
 * Each aspect as true or false; `hasText` is undefined where no text was judged.
 *
 * @param answer `first` is the key that the answer names first, `strength` is the answer's own for a find, `isError` says that
 *   a tool refused, `read` is the text that the agent read
 */
export function judgeTask(task, { first, strength, isError, read }) {
  const { skill, text, wrongLanguage } = task;
  const hasText = text === undefined ? {} : { hasText: read.includes(text) };
  if (skill === undefined)
    return { isRight: strength !== 'strong', isHonest: strength === 'weak', ...hasText };
  const isRight = !isError && first === skill;
  if (task.tool === 'get_skill') return { isRight, isHonest: isRight, ...hasText };
  const honest = wrongLanguage ? ['partial', 'weak'] : ['strong', 'partial'];
  return { isRight, isHonest: honest.includes(strength), ...hasText };
}
