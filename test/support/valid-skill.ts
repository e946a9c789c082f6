import type { CheckedSkill } from '../../src-server/validation/finding.ts';
import type { Files } from './temporary-registry.ts';

/** A skill in memory: its skill.json, and its files' texts by path. */
export interface SampleSkill {
  readonly manifest: Record<string, unknown>;
  readonly files: Record<string, string>;
}

const SENTENCES = [
  'Close every connection before the pool goes away, because the pool waits for all of them.',
  'A timeout of zero means that the call never returns when the peer has gone silent.',
  'The handle belongs to the thread that made it; another thread must make its own.',
  'Buffers that were passed in stay in use until the callback ran, so they must outlive it.',
  'Retry only what the server has not seen yet, or an order may be placed twice.',
];

/** About 600 tokens of prose. */
export function prose(): string {
  return Array.from({ length: 34 }, (_, index) => SENTENCES[index % SENTENCES.length]).join('\n');
}

function entries(titles: readonly string[]): string {
  return titles.map((title) => `## ${title}\n\n${prose().slice(0, 1300)}\n`).join('\n');
}

/** A skill that breaks no rule; its language is cpp. */
export function validSkill(key = 'cpp/redis/hiredis'): SampleSkill {
  const [, author, name] = key.split('/');
  return {
    manifest: {
      name,
      repo: `${author}/${name}`,
      language: 'cpp',
      tier: 'tier2',
      group: 'main',
      version: '1.2.0',
      skill_version: '1.0.0',
      schema: 'skills/v1',
      skill_type: 'library',
      repo_skill: false,
      trust_score: 72,
      trust_score_sources: {
        official_review: 25,
        stars: 15,
        community_votes: 14,
        update_freshness: 15,
        issue_health: 3,
      },
      completeness: 100,
      risk_level: 'medium',
      updated_at: '2026-05-03T00:00:00Z',
      tags: ['redis', 'client'],
      dependencies: { required: [], optional: [], skills: [] },
      read_order: ['overview.md', 'pitfalls.md', 'safety.md'],
      files: {
        P0: ['overview.md', 'pitfalls.md', 'safety.md'],
        P1: ['lifecycle.md', 'threading.md', 'best-practices.md'],
        P2: ['performance.md'],
        P3: ['examples/basic.cpp'],
      },
    },
    files: {
      'overview.md': `# Overview\n\n${prose()}\n`,
      'pitfalls.md': `# Pitfalls\n\n${entries(['Sharing a context', 'Ignoring null replies', 'Blocking'])}`,
      'safety.md': `# Safety\n\n${entries(['Never free a reply twice', 'Never use a context after an error'])}`,
      'lifecycle.md': `# Lifecycle\n\n${prose()}\n`,
      'threading.md': `# Threading\n\n${prose()}\n`,
      'best-practices.md': `# Best practices\n\n${prose()}\n`,
      'performance.md': `# Performance\n\n${prose()}\n`,
      'examples/basic.cpp': '#include <hiredis.h>\n\nint main() { return 0; }\n',
    },
  };
}

/** The skill as the rules see it; `manifestText` where the text is not simply the manifest. */
export function factsOf({ manifest, files }: SampleSkill, manifestText?: string): CheckedSkill {
  const texts: Record<string, string> = {
    ...files,
    'skill.json': manifestText ?? JSON.stringify(manifest, null, 2),
  };
  const { language, repo } = manifest;
  const key = [language, repo].map((part) => (typeof part === 'string' ? part : '?')).join('/');
  return {
    key,
    folder: `skills/${key}`,
    manifest,
    files: Object.entries(files).map(([path, text]) => ({ path, size: Buffer.byteLength(text) })),
    texts: new Map(Object.entries(texts)),
  };
}

/** The files of a skill for `temporaryFolder`, under its key in `skills/`. */
export function validSkillFiles(key: string, change: (skill: SampleSkill) => void = () => {}): Files {
  const skill = validSkill(key);
  change(skill);
  const files: Files = { ...skill.files, 'skill.json': skill.manifest };
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`skills/${key}/${path}`, text]));
}
