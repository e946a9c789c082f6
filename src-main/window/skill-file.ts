import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { App } from 'electron';
import type { revealablePath } from './revealable-path.ts';

/** Most common first. */
const SKILL_ROOTS = ['skills/', '', '.skills/'] as const;
/** Never executed by a system. */
const TEXT_ENDINGS: ReadonlySet<string> = new Set(['.md', '.json']);

/** Real path; undefined if the skill's folder is not named like its key. */
export async function findSkillFile(
  look: typeof revealablePath,
  registry: string,
  key: string,
  file: string,
): Promise<string | undefined> {
  for (const root of SKILL_ROOTS) {
    const found = await look(`${root}${key}/${file}`, [registry]);
    if (found !== undefined) return found;
  }
  const isOneSkill = (await look('skill.json', [registry])) !== undefined;
  return isOneSkill ? look(file, [registry]) : undefined;
}

/** Examples might be executed instead of opened. */
export function isTextFile(path: string): boolean {
  return TEXT_ENDINGS.has(extname(path).toLowerCase());
}

/** Editors that take `<scheme>://file/<path>:<line>`. */
const EDITORS = ['vscode', 'cursor', 'vscodium', 'windsurf'] as const;

/** Of the first editor that is installed; undefined if none is. */
export function editorLink(
  app: Pick<App, 'getApplicationNameForProtocol'>,
  file: string,
  line: number,
): string | undefined {
  const scheme = EDITORS.find((name) => app.getApplicationNameForProtocol(`${name}://`) !== '');
  return scheme && `${scheme}://file${pathToFileURL(file).pathname}:${line}`;
}
