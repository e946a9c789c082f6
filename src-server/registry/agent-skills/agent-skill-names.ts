import { createHash } from 'node:crypto';
import type { SkillKey } from '../../contract/api/api.ts';
import type { Skill } from '../model/skill.ts';

/** Limit of the Agent Skills format. */
const MAX_NAME_LENGTH = 64;
const HASH_LENGTH = 12;
/** Hashed name; a plain name could end alike. */
const HASH_END = /(?:^|-)[0-9a-f]{12}$/;

type Skills = ReadonlyMap<SkillKey, Pick<Skill, 'key'>>;

/**
 * Agent Skills names: `cpp/gabime/spdlog` → `cpp-gabime-spdlog`. Shared or overlong names end with a hash of
 * the key.
 */
export class AgentSkillNames {
  private skills: Skills = new Map();
  private readonly keysByPlainName = new Map<string, Set<SkillKey>>();
  private readonly keysByHashedName = new Map<string, SkillKey>();

  follow(skills: Skills): void {
    const before = this.skills;
    if (before === skills) return;
    this.skills = skills;
    for (const key of before.keys()) if (!skills.has(key)) this.remove(key);
    for (const key of skills.keys()) if (!before.has(key)) this.add(key);
  }

  nameOf(key: SkillKey): string {
    const plain = plainName(key);
    return isUsable(plain) && this.keysByPlainName.get(plain)?.size === 1 ? plain : hashedName(plain, key);
  }

  keyOf(name: string): SkillKey | undefined {
    const [first] = this.keysByPlainName.get(name) ?? [];
    const key = isUsable(name) ? first : this.keysByHashedName.get(name);
    return key !== undefined && this.nameOf(key) === name ? key : undefined;
  }

  private add(key: SkillKey): void {
    const plain = plainName(key);
    const sharers = this.keysByPlainName.get(plain) ?? new Set();
    this.keysByPlainName.set(plain, sharers.add(key));
    if (isUsable(plain) && sharers.size === 1) return;
    // From the second key on, all sharers use hashed names.
    for (const unnamed of isUsable(plain) && sharers.size === 2 ? sharers : [key])
      this.keysByHashedName.set(hashedName(plain, unnamed), unnamed);
  }

  private remove(key: SkillKey): void {
    const plain = plainName(key);
    const sharers = this.keysByPlainName.get(plain);
    this.keysByHashedName.delete(hashedName(plain, key));
    if (sharers?.delete(key) && sharers.size === 0) this.keysByPlainName.delete(plain);
  }
}

function isUsable(plain: string): boolean {
  return plain !== '' && plain.length <= MAX_NAME_LENGTH && !HASH_END.test(plain);
}

function plainName(key: SkillKey): string {
  return key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function hashedName(name: string, key: SkillKey): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_NAME_LENGTH - hash.length - 1).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}
