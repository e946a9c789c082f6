import { readStored, store } from '../stored.ts';
import { createStore } from '../stores/create-store.ts';
import { isKey } from './key-parts.ts';

const RECENT = 'skills-registry-recent-skills';
const MOST_RECENT = 12;

/** Keys, last opened first. Stored in the browser. */
export const recentSkills = createStore(readKeys());

export function visitSkill(key: string): void {
  if (recentSkills.get()[0] === key) return;
  recentSkills.set([key, ...recentSkills.get().filter((other) => other !== key)].slice(0, MOST_RECENT));
  store(RECENT, JSON.stringify(recentSkills.get()));
}

/** Ignores other values. */
function readKeys(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored(RECENT) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((key): key is string => typeof key === 'string' && isKey(key)).slice(0, MOST_RECENT);
  } catch {
    return [];
  }
}
