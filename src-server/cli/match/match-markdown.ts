import { printable } from '../../contract/words/printable.ts';
import { missingNames } from '../../projects/match/match-findings.ts';
import { summaryLine, tableRows } from './describe-matches.ts';
import type { MatchReport } from './match-report.ts';

const MOST_NAMES = 20;

/** GitHub Markdown, for comments and job summaries. */
export function matchMarkdown(report: MatchReport): string {
  const rows = tableRows(report).map(({ name, version, skill }) =>
    [name, version, skill.key, skill.version, skill.risk, skill.drift, skill.level].map(cell).join(' | '),
  );
  const missing = missingNames(report.packages).map(({ name }) => cell(name));
  return [
    '## Libraries and their skills',
    summaryLine(report),
    ...(rows.length === 0
      ? []
      : [
          [
            'Library | Version | Skill | For | Risk | Drift | Match',
            '--- | --- | --- | --- | --- | --- | ---',
            ...rows,
          ]
            .map((line) => `| ${line} |`)
            .join('\n'),
        ]),
    ...(missing.length === 0
      ? []
      : [
          `Without a skill: ${missing.slice(0, MOST_NAMES).join(', ')}${missing.length > MOST_NAMES ? ` and ${missing.length - MOST_NAMES} more` : ''}.`,
        ]),
    ...report.unread.slice(0, MOST_NAMES).map(({ file, reason }) => `- ${cell(file)} ${cell(reason)}`),
  ].join('\n\n');
}

/** As code, against markup, mentions and commands. */
function cell(text: string | null): string {
  if (text === null || text === '') return '-';
  return `\`${printable(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}
