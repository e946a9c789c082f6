import { createHash } from 'node:crypto';
import { groupBy } from '../../group-by.ts';

/** Limit of the Agent Skills format. */
const MAX_NAME_LENGTH = 64;
const HASH_LENGTH = 12;
/** Hashed name; a plain name could end alike. */
const HASH_END = /(?:^|-)[0-9a-f]{12}$/;

/**
 * Folder names by key: `cpp/gabime/spdlog` → `cpp-gabime-spdlog`. Shared or overlong names end with a hash of
 * the key.
 */
export function agentSkillNames(keys: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [plain, sharers] of groupBy(keys, plainName)) {
    const isUnique = isUsable(plain) && sharers.length === 1;
    for (const key of sharers) names.set(key, isUnique ? plain : hashedName(plain, key));
  }
  return names;
}

function isUsable(plain: string): boolean {
  return plain !== '' && plain.length <= MAX_NAME_LENGTH && !HASH_END.test(plain);
}

function plainName(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function hashedName(name: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_NAME_LENGTH - hash.length - 1).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}
