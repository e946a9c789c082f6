import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { withoutOurLines } from '../../contract/agent-lines.ts';
import {
  fieldText,
  fileLine,
  libraryName,
  SKILL_MARKDOWN,
  skillFrontMatter,
} from '../../contract/outside-text.ts';
import type { RegistryQueries } from '../../contract/queries.ts';
import { groupBy } from '../../contract/words.ts';

/** Agent Skills format (https://agentskills.io/specification). */
export interface InstalledSkill {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
}

/** @param registry folder or address */
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

/** SKILL.md contains only our words and links. */
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

/** Limit of the Agent Skills format. */
const MAX_NAME_LENGTH = 64;

/** Folder names by key: `cpp/gabime/spdlog` → `cpp-gabime-spdlog`. Shared or overlong names end with a hash. */
export function agentSkillNames(keys: readonly string[]): ReadonlyMap<string, string> {
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
