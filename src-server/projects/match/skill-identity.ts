import type { IndexEntry } from '../../contract/api/api.ts';
import { isVersionRange, PACKAGE_NAMESPACES } from '../../contract/api/skill-extensions.ts';
import { packageIdentity, plainName } from './library-names.ts';
import { skillRepository } from './repository-identity.ts';

/** What a registry says of one skill. */
export interface SkillRecord {
  readonly key: string;
  /** Of skill.json; anything may be in it. */
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly entry: IndexEntry | undefined;
}

/** What packages are compared with. */
export interface SkillIdentity {
  readonly key: string;
  readonly language: string;
  /** Its names without spelling: of skill.json, and the last part of its key. */
  readonly names: readonly string[];
  /** By `packageIdentity`. */
  readonly packages: readonly string[];
  readonly repository: string | undefined;
  readonly version: string | null;
  /** Versions that the skill speaks of, besides its own. */
  readonly versions: string | undefined;
  readonly risk: string | null;
  readonly trust: number;
}

/** Names of one namespace that count. */
const MOST_NAMES = 50;

/** Reads what a skill says of its library. Values of other types count as absent. */
export function skillIdentity({ key, manifest, entry }: SkillRecord): SkillIdentity {
  const [language = '', , lastPart = ''] = key.split('/');
  const stated = (field: string) => textOf(manifest[field]) ?? textOf(entry?.[field]);
  const repo = stated('repo');
  const own = member(member(manifest, 'extensions'), 'skills_registry');
  const versions = textOf(member(own, 'versions'));
  return {
    key,
    language: stated('language') ?? language,
    names: [...new Set([stated('name') ?? lastPart, lastPart].map(plainName))],
    packages: packagesOf(manifest),
    repository: repo === undefined ? undefined : skillRepository(repo),
    version: stated('version') ?? null,
    versions: versions !== undefined && isVersionRange(versions) ? versions : undefined,
    risk: textOf(entry?.risk_level) ?? stated('risk_level') ?? null,
    trust: typeof entry?.trust_score === 'number' ? entry.trust_score : 0,
  };
}

/** `extensions.<namespace>.name`, and `names` for the other packages of the same library. */
function packagesOf(manifest: SkillRecord['manifest']): readonly string[] {
  const extensions = member(manifest, 'extensions');
  return Object.entries(PACKAGE_NAMESPACES).flatMap(([namespace, ecosystem]) => {
    const stated = member(extensions, namespace);
    const names = member(stated, 'names');
    const all: readonly unknown[] = [
      member(stated, 'name'),
      ...(Array.isArray(names) ? names.slice(0, MOST_NAMES) : []),
    ];
    return all.flatMap((name) => {
      const text = textOf(name);
      return text === undefined ? [] : [packageIdentity(ecosystem, text)];
    });
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 500 ? value.trim() : undefined;
}

function member(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
