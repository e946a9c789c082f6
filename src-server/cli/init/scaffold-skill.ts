import { isRequiredFile, type Language, STANDARD_FILES, STANDARD_READ_ORDER } from '../../contract/api.ts';
import { EXAMPLE_EXTENSIONS, placeholder } from '../../validation/files.ts';

export interface NewSkill {
  readonly name: string;
  /** `author/name` */
  readonly repo: string;
  readonly language: Language;
  readonly version: string | undefined;
  /** By ecosystem namespace. */
  readonly packages: Readonly<Record<string, string>>;
  /** In the library's repository. */
  readonly isOwn: boolean;
  readonly isSmall: boolean;
}

/** By path. Passes all rules, except for unwritten texts. */
export function scaffoldSkill(skill: NewSkill): Readonly<Record<string, string>> {
  const { name, language, isSmall } = skill;
  const example = `examples/basic.${EXAMPLE_EXTENSIONS[language]}`;
  const program = placeholder('the smallest correct program with the library, from set-up to clean-up');
  const texts = Object.entries(OUTLINES).filter(([path]) => !isSmall || isRequiredFile(path));
  return {
    'skill.json': `${JSON.stringify(manifest(skill, example), undefined, 2)}\n`,
    ...Object.fromEntries(texts.map(([path, outline]) => [path, markdown(name, path, outline)])),
    ...(!isSmall && { [example]: `${language === 'python' ? '#' : '//'} ${program}\n` }),
  };
}

function manifest(
  { name, repo, language, version, packages, isOwn, isSmall }: NewSkill,
  example: string,
): Record<string, unknown> {
  const named = Object.entries(packages).map(([namespace, own]) => [namespace, { name: own }]);
  return {
    name,
    repo,
    language,
    tier: 'tier2',
    group: 'contrib',
    version: version ?? placeholder('version of the library'),
    skill_version: '0.1.0',
    schema: 'skills/v1',
    skill_type: 'library',
    repo_skill: isOwn,
    summary: placeholder('one line: purpose of the library, and its most frequent mistakes'),
    // Lowest score of tier2. No sources, since nobody has rated the skill yet.
    trust_score: 50,
    risk_level: 'medium',
    updated_at: new Date().toISOString(),
    tags: [placeholder('search terms of people who need the library')],
    extensions: { ...Object.fromEntries(named), skills_registry: { symptoms: [] } },
    read_order: STANDARD_READ_ORDER,
    files: isSmall ? { P0: STANDARD_FILES.P0 } : { ...STANDARD_FILES, P3: [example] },
  };
}

/** Headings, with instructions. */
const OUTLINES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'overview.md': {
    Purpose: 'features of the library, and missing features',
    'When to use': 'cases for the library, and alternatives for other cases',
    Concepts: 'the few concepts behind the API',
  },
  'pitfalls.md': numbered(
    3,
    'mistake, as a developer would describe the symptom',
    'the wrong code, its effect, and the right code',
  ),
  'safety.md': numbered(2, 'forbidden action', 'the reason, and a way to prevent the action'),
  'lifecycle.md': {
    Start: 'objects to create, in order',
    Stop: 'objects to close, in order, and who closes each object',
  },
  'threading.md': {
    'Safe to share': 'objects that threads or tasks may share',
    'Unsafe to share': 'objects for a single thread or task, and the effect of sharing',
  },
  'best-practices.md': { 'Good habits': 'how experienced developers use the library' },
  'performance.md': { Costs: 'slow operations, their cost, and faster alternatives' },
};

function numbered(entries: number, heading: string, what: string): Readonly<Record<string, string>> {
  const nths = ['first', 'second', 'third'].slice(0, entries);
  return Object.fromEntries(nths.map((nth) => [placeholder(`the ${nth} ${heading}`), what]));
}

function markdown(name: string, path: string, outline: Readonly<Record<string, string>>): string {
  const parts = Object.entries(outline).map(([heading, what]) => `## ${heading}\n\n${placeholder(what)}\n`);
  return `# ${name}: ${path.replace('.md', '').replace('-', ' ')}\n\n${parts.join('\n')}`;
}
