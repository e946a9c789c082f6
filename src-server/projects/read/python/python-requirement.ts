import { pypiName } from '../../package-url.ts';
import { repositoryOf, withoutRevision } from '../../repository-address.ts';
import type { Declared } from '../locked-packages.ts';

/** Names are normalised by PEP 503. */
export type PythonRequirement = Omit<Declared, 'dev'>;

/** Single spaces only: linear time. */
const REQUIREMENT =
  /^([a-z0-9](?:[\w.-]*[a-z0-9])?)(?![\w.-]) ?(?:\[[^\]]*\])? ?(?:@ ?(\S+)|\(? ?([^;()]*?) ?\)?) ?(?:;.*)?$/i;

/** `name[extra] (>=1,<2) ; marker` or `name @ address ; marker` (PEP 508). */
export function parsePythonRequirement(text: string): PythonRequirement | undefined {
  const match = REQUIREMENT.exec(text.trim().replace(/\s+/g, ' '));
  if (match === null) return undefined;
  const [, name = '', address, constraint = ''] = match;
  if (address !== undefined) return requirementAt(name, address);
  if (constraint !== '' && !/^(?:[<>=!~]|\^)/.test(constraint)) return undefined;
  return { name: pypiName(name), version: exactVersion(constraint), isLocal: false, isGit: false };
}

/** Git repository, archive or folder. */
export function requirementAt(name: string, address: string): PythonRequirement {
  const isGit = /^git\+|\.git(?:[@#]|$)/.test(address);
  return {
    name: pypiName(name),
    version: null,
    isLocal: /^(?:file:|\.{0,2}\/|[a-z]:\\)/i.test(address),
    isGit,
    repository: isGit ? repositoryOf(withoutRevision(address)) : undefined,
  };
}

/** `==1.2.3` → `1.2.3`. Null unless exact. */
export function exactVersion(constraint: string): string | null {
  return /^={2,3}\s*([\w.+!-]+)$/.exec(constraint.trim())?.[1] ?? null;
}
