import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStderrLogger } from '../../../../src-server/cli/text.ts';
import { DIAGNOSTICS, type DiagnosticCode } from '../../../../src-server/contract/codes.ts';
import { printable, printableJson, printableLines } from '../../../../src-server/contract/outside-text.ts';
import {
  humanReporter,
  type Report,
  reportJson,
  reportSarif,
} from '../../../../src-server/validation/reporters.ts';

/** Anything that a terminal acts on or nobody sees, but our own line ends. */
const FORBIDDEN =
  /[\0-\x09\x0B-\x1F\x7F-\x9F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]|[\uFE00-\uFE0F]|\p{Cs}/u;
/** As the runner of GitHub's actions reads a line: spaces before it don't matter, and the older form may be anywhere. */
const COMMAND = /^\s*::|##\[|##vso\[|##teamcity\[/m;

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '::error::pwned',
      '::',
      ':',
      '##[error]',
      '##vso[task',
      '##',
      '#',
      '[',
      '\n',
      '\r',
      '\r\n',
      '\t',
      ' ',
    ],
    ...['\u001b[2J', '\u0007', '\u009b31m', '\u202e', '\u2066', '\u200f', '\u061c', '\u2028', '\u2029'],
    ...[
      '\u0085',
      '\u00a0',
      '\u3000',
      '\u200b',
      '\u200d',
      '\ufe0f',
      '\u{e0041}',
      '\ud800',
      '\udc00',
      '\0',
      '%',
      ',',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const hostile = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

const diagnostic = fc.record(
  {
    code: fc.constantFrom(...(Object.keys(DIAGNOSTICS) as DiagnosticCode[])),
    severity: fc.constantFrom('error', 'warning', 'info'),
    message: hostile,
    skillKey: hostile,
    file: hostile,
    pointer: hostile,
    fix: hostile,
    line: fc.integer({ min: 1, max: 3 }),
    column: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: ['code', 'severity', 'message'] },
);
const report: fc.Arbitrary<Report> = fc
  .record({
    diagnostics: fc.array(diagnostic, { maxLength: 3 }),
    keys: fc.array(hostile, { maxLength: 2 }),
    reasons: fc.array(hostile, { maxLength: 2 }),
  })
  .map(({ diagnostics, keys, reasons }) => ({
    diagnostics,
    hidden: 0,
    relaxed: reasons.map((reason) => ({ code: 'link-dead', count: 1, how: 'off', reason })),
    facts: keys.map((key) => ({
      key,
      completeness: { declared: 1, computed: 2 },
      trust_score: { declared: 3, computed: 4 },
    })) as Report['facts'],
    version: '1.0.0',
    pathOf: (file) => file,
    existingPathOf: (file = '.') => file,
  }));

const isClean = (text: string) => !FORBIDDEN.test(text) && !COMMAND.test(text);

describe('printable text', () => {
  it.each([
    ['\u001b[2J', '\\u{1b}[2J'],
    ['a\u202eb', 'a\\u{202e}b'],
    ['a\nb', 'a\\u{a}b'],
    ['a\u2028b', 'a\\u{2028}b'],
    ['\ud800', '\\u{d800}'],
    ['::error::x', '\\u{3a}:error::x'],
    [' \u00a0::error::x', ' \u00a0\\u{3a}:error::x'],
    ['a ##[error]x', 'a \\u{23}#[error]x'],
    ['std::string # 1', 'std::string # 1'],
    ['héllo 日本 😀', 'héllo 日本 😀'],
  ])('shows %j as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('is one clean line, whatever the text', () => {
    fc.assert(fc.property(hostile, (text) => isClean(printable(text)) && !printable(text).includes('\n')));
  });

  it('of several lines is clean too, and keeps its lines', () => {
    fc.assert(fc.property(hostile, (text) => isClean(printableLines(text))));
    expect(printableLines('a\r\n\tb\n::c')).toBe('a\n  b\n\\u{3a}:c');
  });

  it('as JSON is clean and says the same', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom(undefined, 2), (text, indent) => {
        const json = printableJson({ [text]: [text] }, indent);
        expect(JSON.parse(json)).toEqual({ [text]: [text] });
        return isClean(json);
      }),
    );
  });
});

describe('no text drives a terminal or a CI', () => {
  it.each([
    ['for people', humanReporter()],
    ['as JSON', reportJson],
    ['as SARIF', reportSarif],
  ])('from a report %s', (_what, reporter) => {
    fc.assert(fc.property(report, (given) => isClean(reporter(given))));
  });

  it.each([true, false])('from a log line (JSON: %s)', (json) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const lines: string[] = [];
        const logger = createStderrLogger({ level: 'debug', json, write: (line) => lines.push(line) });
        logger.debug(text, { [text]: text });
        return lines.every((line) => isClean(line) && !line.includes('\n'));
      }),
    );
  });
});
