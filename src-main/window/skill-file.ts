import { extname } from 'node:path';
import type { revealablePath } from './revealable-path.ts';

/** Folders that contain `<language>/<author>/<name>`, most common first. */
const SKILL_ROOTS = ['skills/', '', '.skills/'] as const;
/** File types that no system executes on opening. */
const TEXT_ENDINGS: ReadonlySet<string> = new Set(['.md', '.json']);

/** Returns the real path of a skill's file; undefined if the skill's folder is not named like its key. */
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

/** True for files safe to open; examples might be executed. */
export function isTextFile(path: string): boolean {
  return TEXT_ENDINGS.has(extname(path).toLowerCase());
}
