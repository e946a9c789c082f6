import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Which registry a command works on, and why that one. */
export interface ChosenRegistry {
  /** Absolute. */
  readonly path: string;
  /** For the line that says which one; absent where the user named it as an option. */
  readonly why?: string;
}

export interface RegistrySources {
  /** `-r` */
  readonly option: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly sample: string;
}

/** `-r`, else `SKILLS_REGISTRY`, else the current folder or the nearest one above that is a registry, else the sample. */
export function chooseRegistry({ option, env, cwd, sample }: RegistrySources): ChosenRegistry {
  if (option !== undefined) return { path: resolve(cwd, option) };
  const fromEnv = env['SKILLS_REGISTRY'];
  if (fromEnv) return { path: resolve(cwd, fromEnv), why: 'named by SKILLS_REGISTRY' };
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (looksLikeRegistry(folder)) {
      return {
        path: folder,
        why: folder === cwd ? 'the current folder' : 'the nearest registry above the current folder',
      };
    }
    if (dirname(folder) === folder) break;
  }
  return { path: sample, why: 'the sample, since no registry was named with -r or SKILLS_REGISTRY' };
}

/**
 * Stricter than what is accepted when someone names a folder: a home folder with some `skills/` in it must not be taken
 * by accident.
 */
function looksLikeRegistry(folder: string): boolean {
  const has = (name: string) => existsSync(join(folder, name));
  return (has('skills') && has('index.json')) || has('skill.json') || has('.skills/skill.json');
}

/** `SKILLS_REGISTRY`, unless it says nothing: clients that ask for a folder hand on their placeholder where none was chosen. */
export function namedByEnvironment({ SKILLS_REGISTRY: folder }: NodeJS.ProcessEnv): string | undefined {
  return folder === undefined || folder === '' || folder.startsWith('${') ? undefined : folder;
}
