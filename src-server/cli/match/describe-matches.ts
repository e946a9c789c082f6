import { groupDigits } from '../../contract/words/group-digits.ts';
import { listWords } from '../../contract/words/list-words.ts';
import { printable } from '../../contract/words/printable.ts';
import {
  type ConfirmedMatch,
  compareRows,
  isConfirmed,
  missingNames,
} from '../../projects/match/match-findings.ts';
import { count } from '../text/count.ts';
import { formatTable } from '../text/text-table.ts';
import type { MatchReport } from './match-report.ts';

/** `--json` has all. */
export const MOST_ROWS = 40;
const MOST_NAMES = 12;
const MOST_UNREAD = 10;

const HEAD = ['LIBRARY', 'VERSION', 'SKILL', 'FOR', 'RISK', 'RED LINES', 'DRIFT', 'MATCH'];

/** Most urgent first. */
export function tableRows({ packages }: Pick<MatchReport, 'packages'>): readonly ConfirmedMatch[] {
  return packages.filter(isConfirmed).sort(compareRows).slice(0, MOST_ROWS);
}

/** @param redLines safety.md entries, by skill key */
export function describeMatches(
  report: MatchReport,
  redLines: ReadonlyMap<string, number>,
  columns: number | undefined,
): string {
  const rows = tableRows(report);
  const table = rows.map((row) => toCells(row, redLines));
  const left = report.counts.exact + report.counts.repository - rows.length;
  return [
    ...(rows.length === 0 ? [] : [formatTable([HEAD, ...table], columns)]),
    ...(left > 0 ? [`and ${groupDigits(left)} more; --json has them all`] : []),
    ...describeGuesses(report),
    ...describeMissing(report),
    ...describeUnread(report),
    summaryLine(report),
  ].join('\n\n');
}

function toCells({ name, version, direct, skill }: ConfirmedMatch, redLines: ReadonlyMap<string, number>) {
  return [
    direct ? name : `${name} (indirect)`,
    version ?? '-',
    skill.key,
    skill.version ?? '-',
    skill.risk ?? '-',
    String(redLines.get(skill.key) ?? '-'),
    skill.drift,
    skill.level,
  ];
}

function describeGuesses({ packages }: MatchReport): readonly string[] {
  const guesses = packages.flatMap(({ name, skill }) =>
    skill?.level === 'guess' ? [printable(`${name}: maybe ${skill.key}`)] : [],
  );
  return guesses.length === 0
    ? []
    : [`Guesses, by the name alone; not counted: ${listWords([...new Set(guesses)], MOST_NAMES)}`];
}

function describeMissing({ packages }: MatchReport): readonly string[] {
  const missing = missingNames(packages);
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => printable(name));
  return [`Without a skill, the most used first: ${listWords(names, MOST_NAMES)}`];
}

function describeUnread({ unread }: MatchReport): readonly string[] {
  const lines = unread.map(({ file, reason }) => printable(`${file} ${reason}`));
  return lines.length === 0
    ? []
    : [
        [
          'Not read:',
          ...lines.slice(0, MOST_UNREAD),
          ...(lines.length > MOST_UNREAD ? [`and ${groupDigits(lines.length - MOST_UNREAD)} more`] : []),
        ].join('\n  '),
      ];
}

/** `2 of 46 packages have a skill: 1 exact, 1 by its repository.` */
export function summaryLine({ counts }: Pick<MatchReport, 'counts'>): string {
  const { packages, exact, repository, guess } = counts;
  if (packages === 0) return 'No package is used here.';
  const matched = exact + repository;
  const levels =
    matched === 0 ? '' : `: ${groupDigits(exact)} exact, ${groupDigits(repository)} by their repository`;
  const guessed =
    guess === 0 ? '' : ` ${count(guess, 'more is a guess', 'more are guesses')}, and not counted.`;
  return `${groupDigits(matched)} of ${count(packages, 'package')} ${matched === 1 ? 'has' : 'have'} a skill${levels}.${guessed}`;
}
