/** Tokens of what a text is made of, in o200k_base: fitted to the entries of skills, and a tenth above them. */
const WORD = 1.1;
/** Tokens of each letter behind the first six of a word; `camelCase` is two words. */
const FURTHER_LETTER = 0.18;
const PLAIN_LETTERS = 6;
/** Tokens of each three digits. */
const DIGITS = 1.9;
const MARK = 0.62;
const LINE_ENDS = 0.45;
/** A single blank belongs to the word behind it. */
const BLANKS = 0.5;
/** Tokens of the first letter of a word in another alphabet, and of each letter behind it. */
const FOREIGN_WORD = 1.2;
const FOREIGN_LETTER = 0.25;
/** Tokens of a character of Chinese, Japanese or Korean. */
const SYLLABLE = 0.75;
const OTHER = 2;

/**
 * How many tokens a model sees of a text that was put together for an answer. Within a few percent for prose and code,
 * rather above than below: budgets hold without the table of tokens, which the worker alone loads.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  let before = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = kindOf(unit);
    // A capital goes on with small letters.
    const goesOn = kind === before || (kind === 'small' && before === 'capital');
    if (before === 'capital' && kind === 'small' && run > 1) tokens += WORD;
    run = goesOn ? run + 1 : 1;
    before = kind;
    tokens += costOf(kind, run);
  }
  return Math.ceil(tokens);
}

type Kind = 'small' | 'capital' | 'digit' | 'blank' | 'end' | 'mark' | 'foreign' | 'syllable' | 'other';

function costOf(kind: Kind, run: number): number {
  switch (kind) {
    case 'small':
    case 'capital':
      return run === 1 ? WORD : run > PLAIN_LETTERS ? FURTHER_LETTER : 0;
    case 'digit':
      return run % 3 === 1 ? DIGITS : 0;
    case 'blank':
      return run === 2 || run % 64 === 0 ? BLANKS : 0;
    case 'end':
      return run === 1 || run % 16 === 0 ? LINE_ENDS : 0;
    case 'mark':
      return MARK;
    case 'foreign':
      return run === 1 ? FOREIGN_WORD : FOREIGN_LETTER;
    case 'syllable':
      return SYLLABLE;
    case 'other':
      return OTHER;
  }
}

function kindOf(unit: number): Kind {
  if (unit >= 0x61 && unit <= 0x7a) return 'small';
  if (unit >= 0x41 && unit <= 0x5a) return 'capital';
  if (unit >= 0x30 && unit <= 0x39) return 'digit';
  if (unit === 0x20 || unit === 0x09) return 'blank';
  if (unit === 0x0a || unit === 0x0d) return 'end';
  if (unit < 0x80) return 'mark';
  if (unit >= 0xc0 && unit < 0x1000) return 'foreign';
  if (unit >= 0x3040 && unit < 0xd800) return 'syllable';
  // Rare marks and scripts, and halves of the characters behind U+FFFF.
  return 'other';
}
