import type { MatchedPackage, SkillMatch } from '../../contract/api.ts';
import { fieldText } from '../../contract/outside-text.ts';
import { groupBy } from '../../contract/words.ts';
import { blockMarks } from '../../platform/text.ts';
import { isConfirmed, isDrifting, riskRank } from '../match/match-findings.ts';
import { agentSkillNames } from './installed-skill.ts';

export const INDEX_MARKS = blockMarks('libraries');

export interface ProjectSkill {
  readonly match: SkillMatch;
  readonly libraries: readonly string[];
}

/** By risk, then key; no guesses. */
export function projectSkills(packages: readonly MatchedPackage[]): readonly ProjectSkill[] {
  const skills = groupBy(packages.filter(isConfirmed), ({ skill }) => skill.key);
  return [...skills.values()]
    .flatMap((rows): ProjectSkill[] => {
      // Of several versions in use, one that drifts counts.
      const row = rows.find(isDrifting) ?? rows[0];
      const libraries = rows.map(({ name, version }) => fieldText(`${name} ${version ?? ''}`.trim()));
      return row === undefined ? [] : [{ match: row.skill, libraries: [...new Set(libraries)] }];
    })
    .sort((a, b) => riskRank(a.match) - riskRank(b.match) || (a.match.key < b.match.key ? -1 : 1));
}

const MOST_LIBRARIES = 5;

export function indexLines(
  skills: readonly ProjectSkill[],
  folderOf: (name: string) => string | undefined,
): readonly string[] {
  const names = agentSkillNames(skills.map(({ match }) => match.key));
  return [
    INDEX_MARKS.start,
    '## Libraries with known pitfalls',
    '',
    'Before you write or change code with a library of this list, read its skill: pitfalls.md and safety.md first. Open the',
    'linked folder, or call `get_section` of the MCP server skills-registry with the key. Prefer them to memory where they',
    'fit the installed version and language; otherwise ignore them. `skills-registry sync` keeps this list.',
    '',
    ...skills.map((skill) => skillLine(skill, folderOf(names.get(skill.match.key) ?? ''))),
    INDEX_MARKS.end,
  ];
}

/** - ws 7.5.0 (high risk): `js/websockets/ws`, written for 8.18.0: check what it says */
function skillLine({ match, libraries }: ProjectSkill, folder: string | undefined): string {
  const { key, version, risk } = match;
  const more = libraries.length > MOST_LIBRARIES ? ` and ${libraries.length - MOST_LIBRARIES} more` : '';
  const named = `${libraries.slice(0, MOST_LIBRARIES).map(inertText).join(', ')}${more}`;
  const danger = risk === null ? '' : ` (${inertText(risk)} risk)`;
  const where = folder === undefined ? `\`${fieldText(key)}\`` : `[${inertText(key)}](${folder}/SKILL.md)`;
  const isApart = version !== null && isDrifting({ skill: match });
  return `- ${named}${danger}: ${where}${isApart ? `, written for ${inertText(version)}: check what it says` : ''}`;
}

/** Quotes text with `@` as code: agents open a bare `@~/file`. */
function inertText(value: string): string {
  const text = fieldText(value);
  return text.includes('@') ? `\`${text}\`` : text;
}

export const CLAUDE_LINES: readonly string[] = [
  INDEX_MARKS.start,
  'Libraries with known pitfalls are listed in @AGENTS.md: read it before you write code with one of them.',
  INDEX_MARKS.end,
];
