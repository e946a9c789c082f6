import type { MatchCounts, MatchedPackage } from '../../contract/api/match.ts';
import type { UnreadFile } from '../../contract/api/project.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { listWords } from '../../contract/words/list-words.ts';
import { printable } from '../../contract/words/printable.ts';
import {
  compareRows,
  type FindingKind,
  isConfirmed,
  missingNames,
} from '../../projects/match/match-findings.ts';
import { count } from '../text/count.ts';
import { formatTable } from '../text/text-table.ts';

/** `skills-registry match --json` */
export interface MatchReport {
  readonly project: string;
  readonly registries: readonly string[];
  /** Direct first. */
  readonly packages: readonly MatchedPackage[];
  readonly unread: readonly UnreadFile[];
  readonly counts: MatchCounts;
}

/** `--json` has all. */
const MOST_ROWS = 40;
const MOST_NAMES = 12;
const MOST_UNREAD = 10;
const HEAD = ['LIBRARY', 'VERSION', 'SKILL', 'FOR', 'RISK', 'DRIFT', 'MATCH'];

export function matchText(report: MatchReport, columns: number | undefined): string {
  const { packages, counts, unread } = report;
  // Most urgent first.
  const shown = packages.filter(isConfirmed).sort(compareRows).slice(0, MOST_ROWS);
  const rows = shown.map(({ name, version: used, direct, skill }) => {
    const { key, version: about, risk, drift, level } = skill;
    return [
      direct ? name : `${name} (indirect)`,
      used ?? '-',
      key,
      about ?? '-',
      risk ?? '-',
      drift ?? '-',
      level,
    ];
  });
  const left = counts.exact + counts.repository - rows.length;
  const guesses = packages.flatMap(({ name, skill }) =>
    skill?.level === 'guess' ? [`${name}: maybe ${skill.key}`] : [],
  );
  const missing = missingNames(packages).map(({ name }) => name);
  const files = unread.map(({ file, reason }) => `${file} ${reason}`);
  const list = (names: readonly string[]) => listWords([...new Set(names.map(printable))], MOST_NAMES);
  return [
    rows.length > 0 && formatTable([HEAD, ...rows], columns),
    left > 0 && `and ${groupDigits(left)} more; --json has them all`,
    guesses.length > 0 && `Guesses, by the name alone; not counted: ${list(guesses)}`,
    missing.length > 0 && `Without a skill, the most used first: ${list(missing)}`,
    files.length > 0 && ['Not read:', ...firstOf(files.map(printable), MOST_UNREAD)].join('\n  '),
    summaryLine(counts),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function firstOf(lines: readonly string[], most: number): readonly string[] {
  const rest = lines.length - most;
  return rest > 0 ? [...lines.slice(0, most), `and ${groupDigits(rest)} more`] : lines;
}

/** `2 of 46 packages have a skill: 1 exact, 1 by its repository.` */
function summaryLine({ packages, exact, repository, guess }: MatchCounts): string {
  if (packages === 0) return 'No package is used here.';
  const matched = exact + repository;
  const levels =
    matched === 0 ? '' : `: ${groupDigits(exact)} exact, ${groupDigits(repository)} by their repository`;
  const guessed =
    guess === 0 ? '' : ` ${count(guess, 'more is a guess', 'more are guesses')}, and not counted.`;
  return `${groupDigits(matched)} of ${count(packages, 'package')} ${matched === 1 ? 'has' : 'have'} a skill${levels}.${guessed}`;
}

export function findingMessage({ name, version: used, skill }: MatchedPackage, kind: FindingKind): string {
  const library = used === null ? name : `${name} ${used}`;
  if (kind === 'missing') return `${library} has no skill.`;
  if (kind === 'risk') return `${library} is of high risk: read the skill ${skill?.key}.`;
  return `${library} is used, and the skill ${skill?.key} is about ${skill?.version}.`;
}
