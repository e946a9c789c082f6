import { type IndexEntry, ownMember } from '../../contract/api.ts';
import { isVersionRange, PACKAGE_NAMESPACES } from '../../contract/skill-extensions.ts';
import { pypiName } from '../package-url.ts';
import { repositoryOf } from '../repository-address.ts';

export interface SkillRecord {
  readonly key: string;
  /** skill.json, unchecked. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** As listed: index.json and skill.json merged. */
  readonly entry: IndexEntry | undefined;
}

export interface SkillIdentity {
  readonly key: string;
  readonly language: string;
  /** With `-` for `_` and `.`, from skill.json and key. */
  readonly names: readonly string[];
  readonly packages: readonly string[];
  readonly repository: string | undefined;
  readonly version: string | null;
  /** Range covered besides `version`: `>=1.4 <3`. */
  readonly versions: string | undefined;
  /** As listed, like `trust`. Other fields come from skill.json first. */
  readonly risk: string | null;
  readonly trust: number;
}

const MOST_NAMES = 50;

export function skillIdentity({ key, manifest, entry }: SkillRecord): SkillIdentity {
  const [language = '', , lastPart = ''] = key.split('/');
  const stated = (field: string) => textOf(manifest[field]) ?? textOf(entry?.[field]);
  const repo = stated('repo');
  const own = ownMember(ownMember(manifest, 'extensions'), 'skills_registry');
  const versions = textOf(ownMember(own, 'versions'));
  return {
    key,
    language: stated('language') ?? language,
    names: [...new Set([stated('name') ?? lastPart, lastPart].map(pypiName))],
    packages: packagesOf(manifest),
    repository: repo && repositoryOf(repo),
    version: stated('version') ?? null,
    versions: versions !== undefined && isVersionRange(versions) ? versions : undefined,
    risk: textOf(entry?.risk_level) ?? stated('risk_level') ?? null,
    trust: typeof entry?.trust_score === 'number' ? entry.trust_score : 0,
  };
}

/** `extensions.<namespace>.name`; `names` for further packages. */
function packagesOf(manifest: SkillRecord['manifest']): readonly string[] {
  const extensions = ownMember(manifest, 'extensions');
  return Object.entries(PACKAGE_NAMESPACES).flatMap(([namespace, ecosystem]) => {
    const stated = ownMember(extensions, namespace);
    const names = ownMember(stated, 'names');
    const all: readonly unknown[] = [
      ownMember(stated, 'name'),
      ...(Array.isArray(names) ? names.slice(0, MOST_NAMES) : []),
    ];
    return all.flatMap((name) => {
      const text = textOf(name);
      return text === undefined ? [] : [packageIdentity(ecosystem, text)];
    });
  });
}

/** Trimmed. Undefined if blank or over 500 characters. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 500 ? value.trim() : undefined;
}

/** Lookup key: `npm/@scope/name`. Equal for equivalent spellings and all major versions of a Go module. */
export function packageIdentity(ecosystem: string, name: string): string {
  if (ecosystem === 'golang') return `golang/${goPath(name)}`;
  const small = name.toLowerCase();
  if (ecosystem === 'pypi') return `pypi/${pypiName(name)}`;
  return `${ecosystem}/${ecosystem === 'cargo' ? small.replaceAll('_', '-') : small}`;
}

/** `github.com/jackc/pgx/v5` → `github.com/jackc/pgx`; `gopkg.in/yaml.v3` → `gopkg.in/yaml`. */
export function goPath(path: string): string {
  const small = path.toLowerCase();
  return small.replace(small.startsWith('gopkg.in/') ? /[/.]v\d{1,9}$/ : /\/v\d{1,9}$/, '');
}
