/** One skill of the world, by its key. */
import type { FullSkill } from '../../src-server/contract/api/api.ts';
import type { Resource } from '../world/resource.ts';
import { useRegistry, useResource, useWorld } from '../world/use-world.tsx';
import { nameInKey } from './key-parts.ts';

/** The whole skill, kept up to date; undefined without a key. */
export function useSkill(key: string): Resource<FullSkill>;
/** A whole skill, kept up to date while it is shown; undefined without a key. */
export function useSkill(key: string | undefined): Resource<FullSkill> | undefined;
export function useSkill(key: string | undefined): Resource<FullSkill> | undefined {
  const { api } = useWorld();
  return useResource(key === undefined ? undefined : `skill ${key}`, (signal) =>
    api.skill(key ?? '', signal),
  );
}

/** What the registry calls a skill; what its key does where it isn't in the list. */
export function useSkillName(key: string): string {
  return useRegistry(({ byKey }) => byKey.get(key)?.name) ?? nameInKey(key);
}
