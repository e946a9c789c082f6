import type { Language } from '../../contract/api/api.ts';
import { isRequiredFile, STANDARD_FILES, STANDARD_READ_ORDER } from '../../contract/api/standard-files.ts';
import { EXAMPLE_EXTENSIONS } from '../../validation/knowledge-files.ts';
import { placeholder } from '../../validation/placeholder.ts';

export interface NewSkill {
  readonly name: string;
  /** `author/name` */
  readonly repo: string;
  readonly language: Language;
  readonly version?: string;
  /** By ecosystem namespace. */
  readonly packages?: Readonly<Record<string, string>>;
  /** In the library's repository. */
  readonly isOwn: boolean;
  readonly isSmall: boolean;
  readonly now: Date;
}

/** Tokens for the rule, words for writers. */
export const TEXT_LENGTH = '500 to 1,500 tokens, some 350 to 1,100 words';

/** By path. Passes all rules, except for unwritten texts. */
export function scaffoldSkill(skill: NewSkill): Readonly<Record<string, string>> {
  const { name, isSmall } = skill;
  const example = `examples/basic.${EXAMPLE_EXTENSIONS[skill.language]}`;
  const comment = skill.language === 'python' ? '#' : '//';
  const outlines = Object.entries(OUTLINES).filter(([path]) => !isSmall || isRequiredFile(path));
  const files = {
    'skill.json': `${JSON.stringify(manifest(skill, example), undefined, 2)}\n`,
    ...Object.fromEntries(
      outlines.map(([path, outline]) => [path, markdown(`${name}: ${outline.title}`, outline)]),
    ),
  };
  if (isSmall) return files;
  return {
    ...files,
    [example]: `${comment} ${placeholder('the smallest correct program with the library, from set-up to clean-up')}\n`,
  };
}

function manifest(
  { name, repo, language, version, packages = {}, isOwn, isSmall, now }: NewSkill,
  example: string,
): Record<string, unknown> {
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
    updated_at: now.toISOString(),
    tags: [placeholder('search terms of people who need the library')],
    extensions: {
      ...Object.fromEntries(Object.entries(packages).map(([namespace, own]) => [namespace, { name: own }])),
      skills_registry: { symptoms: [] },
    },
    read_order: STANDARD_READ_ORDER,
    files: isSmall ? { P0: STANDARD_FILES.P0 } : { ...STANDARD_FILES, P3: [example] },
  };
}

interface Outline {
  readonly title: string;
  /** Heading to instructions. */
  readonly sections: ReadonlyArray<readonly [heading: string, what: string]>;
}

const OUTLINES: Readonly<Record<string, Outline>> = {
  'overview.md': {
    title: 'overview',
    sections: [
      ['Purpose', 'features of the library, and missing features'],
      ['When to use', 'cases for the library, and alternatives for other cases'],
      ['Concepts', 'the few concepts behind the API'],
    ],
  },
  'pitfalls.md': {
    title: 'pitfalls',
    sections: ['first', 'second', 'third'].map(
      (nth) =>
        [
          placeholder(`the ${nth} mistake, as a developer would describe the symptom`),
          'the wrong code, its effect, and the right code',
        ] as const,
    ),
  },
  'safety.md': {
    title: 'safety',
    sections: ['first', 'second'].map(
      (nth) =>
        [
          placeholder(`the ${nth} forbidden action`),
          'the forbidden action, the reason, and a way to prevent the action',
        ] as const,
    ),
  },
  'lifecycle.md': {
    title: 'lifecycle',
    sections: [
      ['Start', 'objects to create, in order'],
      ['Stop', 'objects to close, in order, and who closes each object'],
    ],
  },
  'threading.md': {
    title: 'threading',
    sections: [
      ['Safe to share', 'objects that threads or tasks may share'],
      ['Unsafe to share', 'objects for a single thread or task, and the effect of sharing'],
    ],
  },
  'best-practices.md': {
    title: 'best practices',
    sections: [['Good habits', 'how experienced developers use the library']],
  },
  'performance.md': {
    title: 'performance',
    sections: [['Costs', 'slow operations, their cost, and faster alternatives']],
  },
};

function markdown(title: string, { sections }: Outline): string {
  const parts = sections.map(([heading, what], index) => {
    // In the first placeholder, to disappear with it.
    const length = index === 0 ? ' (the whole file: 500 to 1,500 tokens)' : '';
    return `## ${heading}\n\n${placeholder(what + length)}\n`;
  });
  return `# ${title}\n\n${parts.join('\n')}`;
}
