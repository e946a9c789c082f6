/** Holds the time of a function over texts of two lengths against a linear control in the same run. */

/** Pieces that texts from outside repeat: a scanner that goes back does so at one of these. */
export const UNITS: readonly string[] = [
  ...['\n', '\r\n', '\r', '\u2028', '\n\n', ' ', '\t', ' \n', '  x', '\u00a0', '\v'],
  ...[
    'a',
    'A',
    '0',
    '_',
    'aA',
    'Ab ',
    'a ',
    'a.',
    'a.b',
    'A.B',
    '0.',
    'a::',
    'A::B',
    'a-',
    '-',
    '--',
    '=',
    '+',
  ],
  ...[
    '[',
    ']',
    '[]',
    '(',
    ')',
    '()',
    '<',
    '>',
    '<>',
    '{',
    '}',
    '[x](',
    '![](',
    '](',
    '[a](b)',
    '[x]: ',
    '<!--',
    '-->',
  ],
  ...[
    '"',
    "'",
    '`',
    '``',
    '` ',
    '"a" ',
    "'a' ",
    '\\',
    '\\\\',
    '/',
    '//',
    '/*',
    '*/',
    '/a',
    './',
    '../',
    '~',
    '~~~\n',
  ],
  ...[
    '#',
    '# a\n',
    '## ',
    '*',
    '**',
    '**a** ',
    ' *a',
    ' _a',
    '- ',
    '> ',
    '|',
    '|a|\n',
    ': ',
    ':',
    ';',
    ',',
    '!',
    '?',
    '. ',
  ],
  ...[
    '@',
    '@a',
    'a@',
    '@v1',
    '%',
    '%20',
    '$',
    '&',
    '^',
    '=1',
    '==',
    '\0',
    '\u200b',
    '\u0301',
    'a\u0301',
    '\ufdfa',
    '\ufeff',
  ],
  ...[
    '\u{1F600}',
    'ß',
    '漢',
    '```\n',
    '```a\n',
    '1. ',
    '1.a\n',
    'at x (',
    'at a.b.C.d(',
    'File "a", line 1\n',
    'from a:1:in ',
  ],
  ...[
    '\n  at a',
    '\nError: ',
    'Error: ',
    'Caused by: ',
    'a.b.Error: ',
    '(a.B',
    'E  ',
    'ERROR ',
    'panicked at ',
    "panicked at 'a",
  ],
  ...[
    '/-0.0.0/src/',
    'node_modules/',
    'pkg/mod/',
    'site-packages/a',
    '/registry/src/',
    '[a ',
    'instance of ',
    'curl ',
    'ignore all ',
    'you are a ',
  ],
  ...[
    '{{',
    '{{write: ',
    '}}',
    '{"a":',
    '"a":1,',
    'skill for ',
    'import a',
    'require(',
    'pkg:a/',
    'git+',
    'https://a',
    'a/b/c ',
    'x = "',
    '<0|',
  ],
];

/** What may stand before and behind the repeated piece. */
const FRAMES: ReadonlyArray<readonly [before: string, behind: string]> = [
  ['', ''],
  ['x', '\n!'],
  ['[x](', '\0'],
];

export function* hostileTexts(units: readonly string[] = UNITS): Generator<(length: number) => string> {
  for (const unit of units)
    for (const [before, behind] of FRAMES)
      yield (length) => before + unit.repeat(Math.ceil(length / unit.length)) + behind;
}

const TIMES = 16;
/** Linear work takes 16 times as long, quadratic work 256 times; in between, what the collector and caches add. */
const MOST_GROWTH = 100;
/** Below this many times the control, growth says nothing: fixed costs show. */
const NOTICED = 400;
const RUNS = 4;
/** Of a suspicion, before it is a fault. */
const ROUNDS = 6;
const SHOWN_CHARACTERS = 200;

/** What is slower than linear: the growth from the length to 16 times the length, and the text that shows it. */
export async function growthOver(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
  length: number,
): Promise<string | undefined> {
  const [short, long] = [textOf(length), textOf(length * TIMES)];
  const control = controlOf(long.length);
  if ((await timeOf(work, long, 1)) < NOTICED * control) return undefined;
  // The control bounds the shorter time from below: a clock measures nothing shorter.
  const least = Math.max(await timeOf(work, short, RUNS), control / TIMES);
  let growth = (await timeOf(work, long, 1)) / least;
  // A fault shows each time; what a busy machine adds to the longer runs does not.
  for (let round = 0; round < ROUNDS; round += 1) {
    if (growth <= MOST_GROWTH) return undefined;
    const shorter = Math.max(await timeOf(work, short, RUNS), control / TIMES);
    growth = Math.min(growth, (await timeOf(work, long, RUNS)) / shorter);
  }
  if (growth <= MOST_GROWTH) return undefined;
  const shown = JSON.stringify(textOf(40)).slice(0, SHOWN_CHARACTERS);
  return `${growth.toFixed(0)} times the time for ${TIMES} times ${shown}`;
}

const controls = new Map<number, number>();

/** Milliseconds of the control, for thousands of characters. */
function controlOf(length: number): number {
  const thousands = Math.ceil(length / 1_000);
  const known = controls.get(thousands);
  if (known !== undefined) return known;
  const text = 'a \n'.repeat((thousands * 1_000) / 3);
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    scan(text);
    least = Math.min(least, performance.now() - startedAt);
  }
  controls.set(thousands, least);
  return least;
}

/** The control: each character once. */
function scan(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) | 0;
  return sum;
}

/** The least of several runs: whatever else the machine does makes a run longer only. */
async function timeOf(work: (text: string) => unknown, text: string, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now();
    const working = work(text);
    if (working instanceof Promise) await working;
    least = Math.min(least, performance.now() - startedAt);
  }
  return least;
}
