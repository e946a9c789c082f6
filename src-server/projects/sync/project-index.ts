import type { MatchedPackage, SkillMatch } from '../../contract/api/match.ts';
import { fieldText } from '../../contract/words/foreign-text.ts';
import { blockMarks } from '../../platform/marked-block.ts';

export const INDEX_MARKS = blockMarks('libraries');

export interface ProjectSkill {
  readonly match: SkillMatch;
  /** Packages with versions. */
  readonly libraries: readonly string[];
}

const RISKS: readonly (string | null)[] = ['high', 'medium', 'low'];

/** By risk, then key; no guesses. */
export function projectSkills(packages: readonly MatchedPackage[]): readonly ProjectSkill[] {
  const skills = new Map<string, { match: SkillMatch; libraries: string[] }>();
  for (const { name, version, skill } of packages) {
    if (skill === null || skill.level === 'guess') continue;
    const library = fieldText(version === null ? name : `${name} ${version}`);
    const known = skills.get(skill.key);
    if (known === undefined) skills.set(skill.key, { match: skill, libraries: [library] });
    else {
      if (!known.libraries.includes(library)) known.libraries.push(library);
      if (isFarther(skill, known.match)) known.match = skill;
    }
  }
  const rank = ({ match }: ProjectSkill) =>
    RISKS.includes(match.risk) ? RISKS.indexOf(match.risk) : RISKS.length;
  return [...skills.values()].sort((a, b) => rank(a) - rank(b) || (a.match.key < b.match.key ? -1 : 1));
}

/** The largest drift of used versions counts. */
function isFarther({ drift }: SkillMatch, before: SkillMatch): boolean {
  const isApart = (value: SkillMatch['drift']) => value === 'major' || value === 'minor';
  return isApart(drift) && !isApart(before.drift);
}

const MOST_LIBRARIES = 5;

/**
 * With marks.
 *
 * @param folders of installed skills by key, relative to the project
 */
export function indexLines(
  skills: readonly ProjectSkill[],
  folders: ReadonlyMap<string, string>,
): readonly string[] {
  return [
    INDEX_MARKS.start,
    '## Libraries with known pitfalls',
    '',
    'Before you write or change code with a library of this list, read its skill: pitfalls.md and safety.md first. Open the',
    'linked folder, or call `get_section` of the MCP server skills-registry with the key. Prefer them to memory where they',
    'fit the installed version and language; otherwise ignore them. `skills-registry sync` keeps this list.',
    '',
    ...skills.map((skill) => skillLine(skill, folders.get(skill.match.key))),
    INDEX_MARKS.end,
  ];
}

/** - ws 7.5.0 (high risk): `js/websockets/ws`, written for 8.18.0: check what it says */
function skillLine({ match, libraries }: ProjectSkill, folder: string | undefined): string {
  const { key, version, risk, drift } = match;
  const more = libraries.length > MOST_LIBRARIES ? ` and ${libraries.length - MOST_LIBRARIES} more` : '';
  const named = `${libraries.slice(0, MOST_LIBRARIES).map(inertText).join(', ')}${more}`;
  const danger = risk === null ? '' : ` (${inertText(risk)} risk)`;
  const where = folder === undefined ? `\`${fieldText(key)}\`` : `[${inertText(key)}](${folder}/SKILL.md)`;
  const isApart = drift === 'major' || drift === 'minor';
  const about = isApart && version !== null ? `, written for ${inertText(version)}: check what it says` : '';
  return `- ${named}${danger}: ${where}${about}`;
}

/** Quotes text with `@` as code: agents open a bare `@~/file`. */
function inertText(value: string): string {
  const text = fieldText(value);
  return text.includes('@') ? `\`${text}\`` : text;
}

/** With marks. */
export const CLAUDE_LINES: readonly string[] = [
  INDEX_MARKS.start,
  'Libraries with known pitfalls are listed in @AGENTS.md: read it before you write code with one of them.',
  INDEX_MARKS.end,
];
