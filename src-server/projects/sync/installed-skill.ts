import { createHash } from 'node:crypto';
import { fieldText } from '../../contract/words/foreign-text.ts';
import {
  fileLine,
  fileLink,
  libraryName,
  SKILL_MARKDOWN,
  skillFrontMatter,
} from '../../contract/words/skill-markdown.ts';
import type { SkillProvenance } from './sync-lock.ts';

export interface SkillTexts {
  readonly key: string;
  readonly version: string;
  readonly skillVersion: string;
  /** By path, in reading order. */
  readonly contents: ReadonlyMap<string, string>;
}

/** Agent Skills format (https://agentskills.io/specification). */
export interface InstalledSkill {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
  readonly provenance: SkillProvenance;
}

/** Above, skills are merged: agents keep a line per skill in every session. */
export const MOST_SKILLS = 20;
const ROUTER = 'project-libraries';

/** `commit` if known. */
export interface RegistrySource {
  readonly registry: string;
  readonly commit?: string | undefined;
}

/**
 * SKILL.md contains only our words and links.
 *
 * @param before from the lock; keeps the commit of unchanged texts
 */
export function installedSkill(
  name: string,
  texts: SkillTexts,
  source: RegistrySource,
  before?: SkillProvenance,
): InstalledSkill {
  const contents = new Map([...texts.contents].filter(([path]) => isFilePath(path)));
  const provenance = provenanceOf(texts, contents, source, before);
  const library = libraryName(texts.key);
  const head = skillFrontMatter(
    name,
    `Pitfalls and safety rules of the library ${library}. Read before writing or changing code with it.`,
    provenance,
  );
  const body = [
    `# ${library}`,
    `Read pitfalls and safety before you write code with ${library}; prefer them to memory where they fit the installed version and language, otherwise ignore them.`,
    [...contents.keys()].map(fileLine).join('\n'),
  ].join('\n\n');
  return { name, provenance, files: new Map([[SKILL_MARKDOWN, `${head}\n${body}\n`], ...contents]) };
}

export function routerSkill(skills: readonly InstalledSkill[]): InstalledSkill {
  const files = new Map<string, string>();
  const lines = skills.map(({ name, files: own, provenance }) => {
    const paths = [...own.keys()].filter((path) => path !== SKILL_MARKDOWN);
    for (const path of paths) files.set(`references/${name}/${path}`, own.get(path) ?? '');
    const first = paths.filter((path) => /^(?:pitfalls|safety|overview)\.md$/.test(path));
    const links = (first.length > 0 ? first : paths.slice(0, 3)).map((path) =>
      fileLink(path, `references/${name}/${path}`),
    );
    return `- ${libraryName(provenance['key'] ?? name)}: ${links.join(', ')}`;
  });
  const provenance = {
    skills: String(skills.length),
    digest: digestOf(new Map(skills.map(({ name, provenance: own }) => [name, own['digest'] ?? '']))),
    ...pick(skills[0]?.provenance, 'registry'),
  };
  const head = skillFrontMatter(
    ROUTER,
    `Pitfalls and safety rules of ${skills.length} libraries that this project uses. Read before writing or changing code with a library.`,
    provenance,
  );
  const body = `# Libraries of this project\n\nRead the files of a library before you write code with it.\n\n${lines.join('\n')}`;
  return { name: ROUTER, provenance, files: new Map([[SKILL_MARKDOWN, `${head}\n${body}\n`], ...files]) };
}

function provenanceOf(
  { key, version, skillVersion }: SkillTexts,
  contents: ReadonlyMap<string, string>,
  { registry, commit }: RegistrySource,
  before: SkillProvenance | undefined,
): SkillProvenance {
  const digest = digestOf(contents);
  const origin = before?.['digest'] === digest ? before['commit'] : commit;
  return {
    key: fieldText(key),
    version: fieldText(version),
    skill_version: fieldText(skillVersion),
    registry: fieldText(registry),
    ...(origin !== undefined && { commit: fieldText(origin) }),
    digest,
  };
}

function digestOf(contents: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const [path, written] of [...contents].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const text = written.replaceAll('\r\n', '\n');
    hash.update(`${path}\0${Buffer.byteLength(text)}\0${text}`);
  }
  return `sha256:${hash.digest('hex')}`;
}

/** Valid on every system; not SKILL.md. */
function isFilePath(path: string): boolean {
  const parts = path.split('/');
  const isPlain = parts.every(
    (part) => part !== '' && !part.startsWith('.') && !/[\\:*?"<>|\p{Cc}]|[. ]$/u.test(part),
  );
  return isPlain && path.length <= 200 && path.toUpperCase() !== 'SKILL.MD';
}

function pick(fields: SkillProvenance | undefined, name: string): SkillProvenance {
  const value = fields?.[name];
  return value === undefined ? {} : { [name]: value };
}
