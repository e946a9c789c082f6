import type { Pointers } from '../../src-server/connect/pointer/pointers.ts';
import type { PointerTarget } from '../../src-server/contract/clients/pointer.ts';
import { Refusal } from '../refusal.ts';

export interface ChosenProjects extends Pointers {
  /** Until the app quits. */
  allow(folder: string): void;
}

/** Refuses projects not chosen in the system's dialog: the page can't name folders. */
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
