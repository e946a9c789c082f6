import { readStored, store } from '../stored.ts';
import { createStore } from '../stores/create-store.ts';
import { isKey } from './key-parts.ts';

const [RECENT, PINNED] = ['skills-registry-recent-skills', 'skills-registry-pinned-skills'] as const;
const [MOST_RECENT, MOST_PINNED] = [12, 24] as const;

/** Keys, last opened first. Stored in the browser, like `pinnedSkills`. */
export const recentSkills = createStore(readKeys(RECENT, MOST_RECENT));
/** Keys, last pinned first. */
export const pinnedSkills = createStore(readKeys(PINNED, MOST_PINNED));

export function visitSkill(key: string): void {
  if (recentSkills.get()[0] === key) return;
  recentSkills.set(withFirst(recentSkills.get(), key, MOST_RECENT));
  store(RECENT, JSON.stringify(recentSkills.get()));
}

export function pinSkill(key: string, on: boolean): void {
  const others = pinnedSkills.get().filter((other) => other !== key);
  pinnedSkills.set(on ? withFirst(others, key, MOST_PINNED) : others);
  store(PINNED, JSON.stringify(pinnedSkills.get()));
}

function withFirst(keys: readonly string[], key: string, most: number): readonly string[] {
  return [key, ...keys.filter((other) => other !== key)].slice(0, most);
}

/** Ignores other values. */
function readKeys(name: string, most: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored(name) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((key): key is string => typeof key === 'string' && isKey(key)).slice(0, most);
  } catch {
    return [];
  }
}
