import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { FullSkill } from '../../contract/api/api.ts';
import type { RegistryQueries } from '../../contract/api/registry-queries.ts';
import { groupBy } from '../../group-by.ts';
import { runGit } from '../../platform/run-git.ts';
import {
  type InstalledSkill,
  installedSkill,
  type RegistrySource,
  type SkillTexts,
} from './installed-skill.ts';
import type { SyncLock } from './sync-lock.ts';

/**
 * In key order.
 *
 * @param registry folder or address
 */
export async function fetchSkills(
  keys: readonly string[],
  queries: Pick<RegistryQueries, 'skill'>,
  registry: string,
  lock?: SyncLock,
): Promise<readonly InstalledSkill[]> {
  const names = agentSkillNames(keys);
  const source = await registrySource(registry);
  const skills: InstalledSkill[] = [];
  for (const key of keys) {
    const name = names.get(key) ?? key;
    const skill = await queries.skill(key);
    skills.push(installedSkill(name, textsOf(key, skill), source, lock?.skills.get(name)));
  }
  return skills;
}

function textsOf(key: string, skill: FullSkill): SkillTexts {
  const text = (field: string) => (typeof skill[field] === 'string' ? skill[field] : '');
  return {
    key,
    version: text('version'),
    skillVersion: text('skill_version'),
    contents: new Map(Object.entries(skill._contents)),
  };
}

/** `commit` for the root of a checkout only: a registry inside of the project would get one with each change. */
async function registrySource(registry: string): Promise<RegistrySource> {
  const limits = { maxMs: 5_000, maxBytes: 1_000 };
  const head = await runGit(['rev-parse', 'HEAD'], { env: process.env, cwd: registry, ...limits });
  const commit = head.ok ? head.out.toString('utf8').trim() : '';
  return { registry: basename(registry), ...(/^[0-9a-f]{40,64}$/.test(commit) && { commit }) };
}

/** Limit of the Agent Skills format. */
const MAX_NAME_LENGTH = 64;
/** Hashed name; a plain name could end alike. */
const HASH_END = /(?:^|-)[0-9a-f]{12}$/;

/** Folder names by key: `cpp/gabime/spdlog` → `cpp-gabime-spdlog`. Shared or overlong names end with a hash. */
function agentSkillNames(keys: readonly string[]): ReadonlyMap<string, string> {
  const plainName = (key: string) =>
    key
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
  const names = new Map<string, string>();
  for (const [plain, sharers] of groupBy(keys, plainName)) {
    const isUsable = plain !== '' && plain.length <= MAX_NAME_LENGTH && !HASH_END.test(plain);
    for (const key of sharers)
      names.set(key, isUsable && sharers.length === 1 ? plain : hashedName(plain, key));
  }
  return names;
}

function hashedName(name: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return `${name.slice(0, MAX_NAME_LENGTH - hash.length - 1).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}
