import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export type Files = Readonly<Record<string, string | Uint8Array | object>>;

/** A temporary folder with the given files, removed when the test ends. Objects are written as JSON. */
export function temporaryFolder(files: Files = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skills-registry-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(file, isText ? content : JSON.stringify(content, undefined, 2));
  }
}

/** A manifest that keeps every required field's rule; `changes` replace fields, `undefined` removes one. */
export function manifest(
  key: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const [language, author, name] = key.split('/');
  return {
    name,
    repo: `${author}/${name}`,
    language,
    tier: 'tier2',
    group: 'main',
    version: '1.2.3',
    skill_version: '1.0.0',
    schema: 'skills/v1',
    skill_type: 'library',
    repo_skill: false,
    trust_score: 70,
    updated_at: '2026-01-02T03:04:05Z',
    tags: ['testing'],
    read_order: ['overview.md', 'pitfalls.md', 'safety.md'],
    files: { P0: ['overview.md', 'pitfalls.md', 'safety.md'], P1: [], P2: [], P3: ['examples/basic.txt'] },
    risk_level: 'low',
    summary: `What ${name} gets wrong.`,
    ...changes,
  };
}

/** The files of one skill, for `temporaryFolder`; `extra` adds or replaces files of its folder. */
export function skillFiles(
  folder: string,
  key: string,
  changes: Readonly<Record<string, unknown>> = {},
  extra: Files = {},
): Files {
  const files: Files = {
    'skill.json': manifest(key, changes),
    'overview.md': `# Overview\n\nAbout ${key}.\n`,
    'pitfalls.md': '# Pitfalls\n\nDo not.\n',
    'safety.md': '# Safety\n\nNever.\n',
    'examples/basic.txt': 'example\n',
    ...extra,
  };
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));
}

/** A registry folder with these skills, each where its key says. */
export function temporaryRegistry(keys: readonly string[], more: Files = {}): string {
  const skills = keys.map((key) => skillFiles(`skills/${key}`, key));
  return temporaryFolder(Object.assign({}, ...skills, more));
}
