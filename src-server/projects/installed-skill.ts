/** Makes what `sync` and `export` write: agent skills, and the list of a project’s libraries. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { withoutOurLines } from '../contract/agent-lines.ts';
import type { MatchedPackage, SkillMatch } from '../contract/api.ts';
import {
  fieldText,
  fileLine,
  libraryName,
  SKILL_MARKDOWN,
  skillFrontMatter,
} from '../contract/outside-text.ts';
import type { RegistryQueries } from '../contract/queries.ts';
import { groupBy } from '../contract/words.ts';
import { blockMarks } from '../platform/changed-lines.ts';
import { isConfirmed, isDrifting, riskRank } from './match-findings.ts';
import { isTable, tableAt } from './project-sources.ts';

/**
 * A skill in the Agent Skills format (https://agentskills.io/specification): texts by path in a folder of
 * this name.
 */
export interface InstalledSkill {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Asks for skills, and makes agent skills of them. `registry` is a folder or an address. */
export async function fetchSkills(
  keys: readonly string[],
  queries: Pick<RegistryQueries, 'skill'>,
  registry: string,
): Promise<readonly InstalledSkill[]> {
  const names = agentSkillNames(keys);
  const skills: InstalledSkill[] = [];
  for (const key of keys) {
    const skill = await queries.skill(key);
    const text = (field: string) => (typeof skill[field] === 'string' ? skill[field] : '');
    const facts = { key, version: text('version'), skill_version: text('skill_version') };
    const origin = { ...facts, registry: basename(registry) };
    skills.push(installedSkill(names.get(key) ?? key, origin, new Map(Object.entries(skill._contents))));
  }
  return skills;
}

/** Makes an agent skill, whose SKILL.md has our words and links only. */
export function installedSkill(
  name: string,
  origin: Readonly<Record<'key' | 'version' | 'skill_version' | 'registry', string>>,
  texts: ReadonlyMap<string, string>,
): InstalledSkill {
  const contents = new Map(
    [...texts].flatMap(([path, text]) => (isFilePath(path) ? [[path, withoutOurLines(text)] as const] : [])),
  );
  const facts = Object.entries(origin).map(([field, text]) => [field, fieldText(text)]);
  const library = libraryName(origin.key);
  const about = `Pitfalls and safety rules of the library ${library}. Read before writing or changing code with it.`;
  const body = [
    `# ${library}`,
    `Read pitfalls and safety before you write code with ${library}; prefer them to memory where they fit the installed version and language, otherwise ignore them.`,
    [...contents.keys()].map(fileLine).join('\n'),
  ].join('\n\n');
  const markdown = `${skillFrontMatter(name, about, Object.fromEntries(facts))}\n${body}\n`;
  return { name, files: new Map([[SKILL_MARKDOWN, markdown], ...contents]) };
}

function isFilePath(path: string): boolean {
  const isPlain = (part: string) =>
    part !== '' && !part.startsWith('.') && !/[\\:*?"<>|\p{Cc}]|[. ]$/u.test(part);
  return path.split('/').every(isPlain) && path.length <= 200 && path.toUpperCase() !== 'SKILL.MD';
}

/** The Agent Skills format allows names of this length. */
const MAX_NAME_LENGTH = 64;

/**
 * Returns the names of folders by key: that of `cpp/gabime/spdlog` is `cpp-gabime-spdlog`. Names that are
 * shared or too long end with a hash.
 */
function agentSkillNames(keys: readonly string[]): ReadonlyMap<string, string> {
  const plainName = (key: string) =>
    key
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
  const names = new Map<string, string>();
  for (const [plain, sharers] of groupBy(keys, plainName)) {
    // A plain name could end like a hashed one.
    const isUsable = plain !== '' && plain.length <= MAX_NAME_LENGTH && !/(?:^|-)[0-9a-f]{12}$/.test(plain);
    for (const key of sharers) {
      const hash = createHash('sha256').update(key).digest('hex').slice(0, 12);
      const start = plain.slice(0, MAX_NAME_LENGTH - hash.length - 1).replace(/-$/, '');
      names.set(key, isUsable && sharers.length === 1 ? plain : `${start}-${hash}`.replace(/^-/, ''));
    }
  }
  return names;
}

export const INDEX_MARKS = blockMarks('libraries');

export interface ProjectSkill {
  readonly match: SkillMatch;
  readonly libraries: readonly string[];
  /** Titles of its worst dangers, the worst first, as plain text. */
  readonly dangers?: readonly string[];
}

/** Lines of dangers in the whole block. */
export const MOST_DANGERS = 12;

/** Returns the skills of a project by risk, then by key. Guesses are left out. */
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
    ...dangerLines(skills),
    INDEX_MARKS.end,
  ];
}

/** Gives each library a danger in turn, those of the highest risk first. */
function dangerLines(skills: readonly ProjectSkill[]): readonly string[] {
  const longest = Math.max(0, ...skills.map(({ dangers = [] }) => dangers.length));
  const inTurn = Array.from({ length: longest }, (_, turn) =>
    skills.flatMap(({ match, dangers = [] }) => {
      const { [turn]: title } = dangers;
      return title === undefined ? [] : [{ key: match.key, title }];
    }),
  ).flat();
  if (inTurn.length === 0) return [];
  const shown = groupBy(inTurn.slice(0, MOST_DANGERS), ({ key }) => key);
  const lines = [...shown].flatMap(([key, own]) =>
    own.map(({ title }) => `- \`${fieldText(key)}\`: ${title.includes('@') ? `\`${title}\`` : title}`),
  );
  return ['', 'Their dangers, in unreviewed notes; `get_section` with key and title has each:', '', ...lines];
}

/**
 * Writes a line such as: - ws 7.5.0 (high risk): `js/websockets/ws`, written for 8.18.0: check what it says
 */
function skillLine({ match, libraries }: ProjectSkill, folder: string | undefined): string {
  const { key, version, risk } = match;
  const more = libraries.length > MOST_LIBRARIES ? ` and ${libraries.length - MOST_LIBRARIES} more` : '';
  const named = `${libraries.slice(0, MOST_LIBRARIES).map(inertText).join(', ')}${more}`;
  const danger = risk === null ? '' : ` (${inertText(risk)} risk)`;
  const where = folder === undefined ? `\`${fieldText(key)}\`` : `[${inertText(key)}](${folder}/SKILL.md)`;
  const isApart = version !== null && isDrifting({ skill: match });
  return `- ${named}${danger}: ${where}${isApart ? `, written for ${inertText(version)}: check what it says` : ''}`;
}

/** Quotes text with `@` as code, because agents open a bare `@~/file`. */
function inertText(value: string): string {
  const text = fieldText(value);
  return text.includes('@') ? `\`${text}\`` : text;
}

export const CLAUDE_LINES: readonly string[] = [
  INDEX_MARKS.start,
  'Libraries with known pitfalls are listed in @AGENTS.md: read it before you write code with one of them.',
  INDEX_MARKS.end,
];

/** Where `sync` keeps what it wrote. */
export const LOCK_FILE = '.agents/skills-registry.lock.json';

/**
 * What `sync` wrote, so that it sees what others edited. It stands in `.agents/skills-registry.lock.json`.
 */
export interface SyncLock {
  /** The hash of each file by its path, as of `textHash`. */
  readonly files: ReadonlyMap<string, string>;
  /** The hash of our block by its file, as of `textHash`. */
  readonly blocks: ReadonlyMap<string, string>;
}

/**
 * Parses a lock. It is undefined if it is invalid or newer. Paths that `sync` must not write are left out.
 */
export function parseLock(text: string): SyncLock | undefined {
  let lock: unknown;
  try {
    lock = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isTable(lock) || lock['version'] !== 1) return undefined;
  const hashes = (field: string, isOurs: (path: string) => boolean) =>
    new Map(
      Object.entries(tableAt(lock, field)).flatMap(([path, hash]) =>
        typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) && isOurs(path)
          ? [[path, hash] as const]
          : [],
      ),
    );
  return {
    files: hashes('files', isInstalledPath),
    blocks: hashes('blocks', (path) => path === 'AGENTS.md' || path === 'CLAUDE.md'),
  };
}

export function formatLock({ files, blocks }: SyncLock): string {
  const sorted = (map: ReadonlyMap<string, string>) =>
    Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
  const lock = { version: 1, blocks: sorted(blocks), files: sorted(files) };
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** Says whether a path is one of installed skills: others are never replaced or removed. */
export function isInstalledPath(path: string): boolean {
  return (
    /^\.(?:agents|claude)\/skills\/[^/]/.test(path) &&
    !/[\\:\p{Cc}]/u.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
