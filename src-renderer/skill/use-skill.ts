import type { FullSkill } from '../../src-server/contract/api/api.ts';
import type { Resource } from '../world/resource.ts';
import { useRegistry, useResource, useWorld } from '../world/use-world.tsx';
import { nameInKey } from './key-parts.ts';

/** Subscribes to a whole skill. */
export function useSkill(key: string): Resource<FullSkill>;
/** Subscribes to a whole skill; undefined without a key. */
export function useSkill(key: string | undefined): Resource<FullSkill> | undefined;
export function useSkill(key: string | undefined): Resource<FullSkill> | undefined {
  const { api } = useWorld();
  return useResource(key === undefined ? undefined : `skill ${key}`, (signal) =>
    api.skill(key ?? '', signal),
  );
}

/** Returns the name in the registry, else the name in the key. */
export function useSkillName(key: string): string {
  return useRegistry(({ byKey }) => byKey.get(key)?.name) ?? nameInKey(key);
}
