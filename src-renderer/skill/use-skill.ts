import type { FullSkill } from '../../src-server/contract/api/api.ts';
import type { Resource } from '../stores/resource.ts';
import { useRegistry, useResource, useStores } from '../stores/use-stores.tsx';
import { nameInKey } from './key-parts.ts';

export function useSkill(key: string): Resource<FullSkill>;
/** Undefined without a key. */
export function useSkill(key: string | undefined): Resource<FullSkill> | undefined;
export function useSkill(key: string | undefined): Resource<FullSkill> | undefined {
  const { api } = useStores();
  return useResource(key === undefined ? undefined : `skill ${key}`, (signal) =>
    api.skill(key ?? '', signal),
  );
}

/** From the registry, else from the key. */
export function useSkillName(key: string): string {
  return useRegistry(({ byKey }) => byKey.get(key)?.name) ?? nameInKey(key);
}
