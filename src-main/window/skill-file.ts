import { extname } from 'node:path';
import type { revealablePath } from './revealable-path.ts';

/** Folders of a registry under which `<language>/<author>/<name>` lies, by how often they are met. */
const SKILL_ROOTS = ['skills/', '', '.skills/'] as const;
/** Files that no system runs when they are opened. */
const TEXT_ENDINGS: ReadonlySet<string> = new Set(['.md', '.json']);

/** Real path of a skill's file inside the registry; undefined where the skill's folder isn't named like its key. */
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

/** Whether a file can be handed to the system's own program: examples might be run instead of opened. */
export function isTextFile(path: string): boolean {
  return TEXT_ENDINGS.has(extname(path).toLowerCase());
}
