import type { FullSkill } from '../../contract/api/api.ts';
import { encodePath } from '../../contract/words/encode-path.ts';
import type { ServiceClient } from '../match/ask-matches.ts';
import { agentSkillNames } from './agent-skill-names.ts';
import {
  type InstalledSkill,
  installedSkill,
  type RegistrySource,
  type SkillTexts,
} from './installed-skill.ts';
import type { SyncLock } from './sync-lock.ts';

/** In key order. */
export async function fetchSkills(
  keys: readonly string[],
  service: Pick<ServiceClient, 'get'>,
  source: RegistrySource,
  lock?: SyncLock,
): Promise<readonly InstalledSkill[]> {
  const names = agentSkillNames(keys);
  const skills: InstalledSkill[] = [];
  for (const key of keys) {
    const name = names.get(key) ?? key;
    const skill = JSON.parse(await service.get(`/v1/skills/${encodePath(key)}`)) as FullSkill;
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
