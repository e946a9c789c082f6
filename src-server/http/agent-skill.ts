import { createHash } from 'node:crypto';
import type { IndexEntry, SkillKey } from '../contract/api.ts';
import { readingOrder } from '../registry/model/reading-order.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import type { SkillContents } from '../registry/skill-texts.ts';

/** Limits of the Agent Skills format. */
const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 1_024;

const namesOf = new WeakMap<RegistrySnapshot, ReadonlyMap<string, SkillKey>>();

/**
 * The keys of a snapshot by their Agent Skills names: `cpp/gabime/spdlog` is `cpp-gabime-spdlog`. Where two keys would
 * share a name, or it would be too long, a hash of the key ends it.
 */
export function agentSkillNames(snapshot: RegistrySnapshot): ReadonlyMap<string, SkillKey> {
  const known = namesOf.get(snapshot);
  if (known !== undefined) return known;
  const keys = [...snapshot.skills.keys()];
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(plainName(key), (counts.get(plainName(key)) ?? 0) + 1);
  const names = new Map(
    keys.map((key) => {
      const name = plainName(key);
      const isUsable = name !== '' && name.length <= MAX_NAME_LENGTH && counts.get(name) === 1;
      return [isUsable ? name : hashedName(name, key), key];
    }),
  );
  namesOf.set(snapshot, names);
  return names;
}

function plainName(key: SkillKey): string {
  return key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function hashedName(name: string, key: SkillKey): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return `${name.slice(0, MAX_NAME_LENGTH - hash.length - 1).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}

/** One line about a skill that says when to read it. */
export function agentSkillDescription(key: SkillKey, entry: IndexEntry | undefined): string {
  const summary = typeof entry?.summary === 'string' ? entry.summary.trim() : '';
  const about = summary === '' ? `What goes wrong with ${key}, and how to use it right.` : summary;
  return `${about} Read before writing code with ${key}.`
    .replace(/\s+/g, ' ')
    .slice(0, MAX_DESCRIPTION_LENGTH);
}

/** A skill as one file of the Agent Skills format: front matter, the P0 files, and where the rest is. */
export function makeSkillMarkdown(
  name: string,
  contents: SkillContents,
  entry: IndexEntry | undefined,
): string {
  const { skill, texts } = contents;
  const ordered = readingOrder(skill).filter(({ file }) => texts.has(file.path));
  const important = ordered.filter(({ priority }) => priority === 'P0');
  const others = ordered.filter(({ priority }) => priority !== 'P0');
  const links = others.map(
    ({ file }) => `- [${file.path}](/v1/skills/${encodeURI(skill.key)}/${encodeURI(file.path)})`,
  );
  const parts = [
    frontMatter({ name, description: agentSkillDescription(skill.key, entry) }),
    ...important.map(({ file }) => texts.get(file.path)?.toString('utf8').trim() ?? ''),
    ...(links.length === 0 ? [] : [`## Read on demand\n\n${links.join('\n')}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** JSON strings are YAML strings too. */
function frontMatter(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---'].join('\n');
}

/** `sha256:` and 64 hexadecimal digits. */
export function digestOf(body: Buffer): string {
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}
