import type { Pointers } from '../../src-server/connect/pointer/pointers.ts';
import type { PointerTarget } from '../../src-server/contract/clients/pointer.ts';
import { Refusal } from '../refusal.ts';

/** Pointers in the projects that a person chose in the system's dialog; the page can name no other folder. */
export interface ChosenProjects extends Pointers {
  /** From now until the app quits. */
  allow(folder: string): void;
}

/**
 * Pointers for projects that were chosen in the system's dialog alone: the page names no other folder. Rejects with
 * `Refusal`.
 */
export function onlyChosenProjects(pointers: Pointers): ChosenProjects {
  const chosen = new Set<string>();
  const check = (target: PointerTarget) => {
    if (target.scope === 'project' && !chosen.has(target.folder))
      throw new Refusal('Choose the project first.');
  };
  return {
    allow: (folder) => void chosen.add(folder),
    async preview(target, action) {
      check(target);
      return pointers.preview(target, action);
    },
    async write(target, action, token) {
      check(target);
      return pointers.write(target, action, token);
    },
  };
}
