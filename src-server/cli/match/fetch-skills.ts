import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FullSkill } from '../../contract/api/api.ts';
import { encodePath } from '../../contract/words/encode-path.ts';
import {
  type InstalledSkill,
  installedSkill,
  type RegistrySource,
  type SkillTexts,
} from '../../projects/sync/installed-skill.ts';
import type { SyncLock } from '../../projects/sync/sync-lock.ts';
import { AgentSkillNames } from '../../registry/agent-skills/agent-skill-names.ts';
import type { AskedService } from '../target/asked-service.ts';

/** Skills of a service as folders to install, in the order of the keys. */
export async function fetchSkills(
  keys: readonly string[],
  service: Pick<AskedService, 'get'>,
  source: RegistrySource,
  lock?: SyncLock,
): Promise<readonly InstalledSkill[]> {
  const names = new AgentSkillNames();
  names.follow(new Map(keys.map((key) => [key, { key }])));
  const skills: InstalledSkill[] = [];
  for (const key of keys) {
    const name = names.nameOf(key);
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

/** The name of a registry's folder, and its commit where it is a checkout of its own. */
export async function registrySource(registry: string, project: string): Promise<RegistrySource> {
  const name = basename(registry);
  const checkout = await checkoutOf(registry);
  // A project's own registry would have another commit as soon as this is committed.
  if (checkout === undefined || checkout === (await checkoutOf(project))) return { registry: name };
  return { registry: name, commit: await headOf(checkout) };
}

/** The folder with `.git` at or above another one. */
async function checkoutOf(folder: string): Promise<string | undefined> {
  for (let each = folder; ; each = dirname(each)) {
    const isThere = await fs.stat(join(each, '.git')).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (isThere) return each;
    if (dirname(each) === each) return undefined;
  }
}

const COMMIT = /^[0-9a-f]{40,64}$/;

/** The commit that is checked out, read from git's own files; undefined where they say it in another way. */
async function headOf(checkout: string): Promise<string | undefined> {
  const read = async (path: string) =>
    (await fs.readFile(join(checkout, '.git', path), 'utf8').catch(() => '')).trim();
  const head = await read('HEAD');
  const branch = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1];
  if (branch === undefined) return COMMIT.test(head) ? head : undefined;
  const loose = branch.includes('..') ? '' : await read(branch);
  const packed = (await read('packed-refs')).split('\n').find((line) => line.endsWith(` ${branch}`));
  const commit = loose === '' ? (packed?.split(' ')[0] ?? '') : loose;
  return COMMIT.test(commit) ? commit : undefined;
}
