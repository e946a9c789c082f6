import type { FullSkill } from '../../src-server/contract/api/api.ts';
import type { Resource } from '../world/resource.ts';
import { useRegistry, useResource, useWorld } from '../world/use-world.tsx';
import { nameInKey } from './key-parts.ts';

export function useSkill(key: string): Resource<FullSkill>;
/** Undefined without a key. */
export function useSkill(key: string | undefined): Resource<FullSkill> | undefined;
export function useSkill(key: string | undefined): Resource<FullSkill> | undefined {
  const { api } = useWorld();
  return useResource(key === undefined ? undefined : `skill ${key}`, (signal) =>
    api.skill(key ?? '', signal),
  );
}

/** From the registry, else from the key. */
export function useSkillName(key: string): string {
  return useRegistry(({ byKey }) => byKey.get(key)?.name) ?? nameInKey(key);
}
