/** As authors write: `Bad:`, `### Good`, `// BAD: …`, `❌`. Untrusted texts: expressions must run in linear time. */

export type EntryForm = 'bad' | 'good';

export const MAX_LEAD = 300;

const LABEL =
  /^(?:bad|good|wrong|right|correct|incorrect|better|worse|do|don['’]?t|dos|fix(?:ed|es)?|solutions?|instead|why(?: [a-z ]+)?|what happens|how(?: to [a-z ]+)?|notes?|tips?|examples?|code|consequences?|impact|symptoms?|causes?|problems?|reasons?|results?|severity|detection|prevention|mitigation|remedy)$/i;

/** Outside of entries. */
const FRAME =
  /^(?:introduction|intro|preface|overview|background|about(?: [a-z ]+)?|purpose|audience|prerequisites|terminology|glossary|contents|table of contents|summary|tl;?dr|conclusions?|checklist|see also|references?|further reading|related(?: [a-z ]+)?|links|sources?|credits|acknowledge?ments|changelog)$/i;

const THING = '(?: (?:code|examples?|practice|way|approach|usage|version|pattern))?';
const BAD_LABEL = new RegExp(
  `^(?:bad|wrong|incorrect|worse|never|don['’]?t|do not|unsafe|anti(?:pattern)?|not ok)${THING}$`,
  'i',
);
const GOOD_LABEL = new RegExp(
  `^(?:good|right|correct|better|best|do|fix(?:ed|es)?|solutions?|instead|safe|ok)${THING}$`,
  'i',
);
/** Capitals need no colon. */
const SHOUTED = /^(?:(BAD|WRONG|INCORRECT|UNSAFE)|GOOD|CORRECT|SAFE)\b/;
const BAD_SIGN = /^[\s*_>#-]*[❌✖✗✘🚫⛔👎]/u;
const GOOD_SIGN = /^[\s*_>#-]*[✅✔✓👍]/u;
/** For unindented lines: leading blanks would take quadratic time. */
const COMMENT = /^(?:\/\/+|#+|--+|;+|%+|\/\*+|\*|<!--)(.*)/;
/** `Why:`, `**Bad**`, without further words. */
export function isLabel(text: string): boolean {
  return LABEL.test(firstWords(text));
}

/** Bad form, good form or reason: `**Bad:**`, `### Why`. */
export function isBareLabel(text: string): boolean {
  const plain = plainLead(text);
  return /^why$/i.test(plain) || (formOf(plain) !== undefined && firstWords(text) === plain);
}

/** `Related: never do this` is an entry, `Related` is not. */
export function isFrame(text: string): boolean {
  return FRAME.test(plainLead(text));
}

/** Without emphasis, emoji and punctuation. */
export function plainLead(text: string): string {
  return text
    .slice(0, MAX_LEAD)
    .replace(/^[^\p{L}\p{N}#]+/u, '')
    .replace(/(?<![^\p{L}\p{N})])[^\p{L}\p{N})]+$/u, '');
}

function unindented(line: string): string {
  return line.slice(0, MAX_LEAD).trimStart();
}

/** Undefined for lines of code. */
export function commentOf(line: string): string | undefined {
  return COMMENT.exec(unindented(line))?.[1]?.trim();
}

/** By heading, prose or comment. */
export function formOf(text: string): EntryForm | undefined {
  const lead = text.slice(0, MAX_LEAD);
  if (BAD_SIGN.test(lead)) return 'bad';
  if (GOOD_SIGN.test(lead)) return 'good';
  const words = firstWords(lead);
  if (BAD_LABEL.test(words)) return 'bad';
  if (GOOD_LABEL.test(words)) return 'good';
  const shouted = SHOUTED.exec(plainLead(lead));
  return shouted === null ? undefined : shouted[1] === undefined ? 'good' : 'bad';
}

/** Often code: `--right;`, `*best = 1;`. */
const AMBIGUOUS_COMMENT = /^(?:--|\*|;)\S/;

/** For the following lines: `// BAD: …`. */
export function formOfCodeLine(line: string): EntryForm | undefined {
  const comment = AMBIGUOUS_COMMENT.test(unindented(line)) ? undefined : commentOf(line);
  return comment === undefined ? undefined : formOf(comment);
}

const ENTRY =
  /^(?:pitfall|trap|gotcha|mistake|red line|rule|warning|danger|condition|error|issue)s? #?\d{1,3}\b/i;

/** `// PITFALL 2: …` */
export function opensEntry(line: string): boolean {
  const comment = commentOf(line);
  return comment !== undefined && ENTRY.test(comment);
}

/** `cpp title="Bad"`, `js bad` */
export function formOfInfo(info: string): EntryForm | undefined {
  const words = info
    .slice(0, MAX_LEAD)
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  if (words.some((word) => ['bad', 'wrong', 'incorrect', 'unsafe', 'avoid'].includes(word))) return 'bad';
  return words.some((word) => ['good', 'correct', 'safe', 'fixed'].includes(word)) ? 'good' : undefined;
}

function firstWords(text: string): string {
  const [words = ''] = plainLead(text).split(/[:(–—-]/, 1);
  return words.trimEnd();
}
