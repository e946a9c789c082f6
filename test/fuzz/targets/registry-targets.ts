import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { DIAGNOSTICS } from '../../../src-server/contract/codes.ts';
import { parseSkillKey } from '../../../src-server/contract/skill-format.ts';
import { parseJsonObject, parseRulesFile } from '../../../src-server/registry/index-json.ts';
import { locateRegistry } from '../../../src-server/registry/locate.ts';
import { readRegistry } from '../../../src-server/registry/read-registry.ts';
import type { RegistryLocation } from '../../../src-server/registry/worker-messages.ts';
import { checkTexts } from '../../../src-server/validation/check-skill.ts';
import type { CheckedSkill } from '../../../src-server/validation/finding.ts';
import { fixManifest } from '../../../src-server/validation/fix.ts';
import { type FuzzTarget, type OpenTarget, promise, text } from '../fuzz-target.ts';
import { filesBelow, seed, sharedFiles } from '../read-seeds.ts';

const NOW = new Date('2026-03-04T05:06:07Z');
const FOLDER = 'skills/cpp/gabime/spdlog';
const MANIFEST = {
  ...{
    name: 'spdlog',
    repo: 'gabime/spdlog',
    language: 'cpp',
    tier: 'tier2',
    group: 'main',
    schema: 'skills/v1',
  },
  ...{
    version: '1.2.3',
    skill_version: '1.0.0',
    skill_type: 'library',
    trust_score: 70,
    risk_level: 'low',
    tags: ['a'],
  },
  read_order: ['overview.md'],
  files: { P0: ['overview.md', 'pitfalls.md'], P1: ['docs/more.md'], P3: ['examples/a.cpp'] },
  extensions: { skills_registry: { symptoms: ['it hangs'], aliases: ['spd'] }, npm: { name: 'spdlog' } },
};
const TEXTS: Readonly<Record<string, string>> = {
  'overview.md': '# Overview\n\nA fast logger. More.\n',
  'pitfalls.md': '# Pitfalls\n\n## One\n\n```cpp\n// bad\nint a;\n```\n',
  'examples/a.cpp': 'int main() {}\n',
};
const INDEX = {
  schema: 'skills/v1',
  version: 3,
  updated_at: '2026-01-02T03:04:05Z',
  skills: [
    {
      key: 'cpp/gabime/spdlog',
      name: 'spdlog',
      language: 'cpp',
      tags: ['a'],
      summary: 'A logger.',
      trust_score: 70,
    },
  ],
};
const FIELDS = [
  ...[
    '"files"',
    '"P0"',
    '"read_order"',
    '"extensions"',
    '"skills_registry"',
    '"symptoms"',
    '"aliases"',
    '"schema"',
    '"key"',
  ],
  ...[
    '"skills"',
    '"version"',
    '"updated_at"',
    '"skills/v2"',
    '"tags"',
    '"dependencies"',
    '"completeness"',
    '"trust_score_sources"',
  ],
];
const CONTEXT = {
  layout: 'registry',
  now: NOW,
  countTokens: (content: string) => ({ tokens: content.length >> 2, isEstimate: false }),
} as const;

/** A registry with one skill in a temporary folder. */
function createRegistry() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'skills-registry-fuzz-')));
  const files = { 'index.json': INDEX, [`${FOLDER}/skill.json`]: MANIFEST };
  const texts = Object.entries(TEXTS).map(([path, content]) => [`${FOLDER}/${path}`, content] as const);
  for (const [path, content] of [...Object.entries(files), ...texts]) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const located = locateRegistry(root);
  if (!located.ok) throw new Error(located.reason);
  return {
    root,
    location: located.location,
    close: async () => rmSync(root, { recursive: true, force: true }),
  };
}

function checkReading(location: RegistryLocation): void {
  const { skills, head, general } = readRegistry(location, NOW);
  JSON.stringify([head, ...Array.from(skills.values(), ({ entry }) => entry)]);
  const found = [...general];
  for (const { key, entry, contentPaths, texts, findings } of skills.values()) {
    promise(parseSkillKey(key) !== undefined && entry.key === key, `${key} is a key`);
    for (const path of contentPaths)
      promise(texts.has(path) && !path.split('/').includes('..'), `${path} is a text of the skill`);
    found.push(...findings.reading);
  }
  for (const { code } of found) promise(Object.hasOwn(DIAGNOSTICS, code), `${code} is a known code`);
}

function checkedSkill(manifestText: string): CheckedSkill | undefined {
  const parsed = parseJsonObject(manifestText);
  if (!parsed.ok) return undefined;
  return {
    key: 'cpp/gabime/spdlog',
    folder: FOLDER,
    manifest: parsed.value,
    files: Object.entries(TEXTS).map(([path, content]) => ({ path, size: content.length })),
    texts: new Map(Object.entries({ ...TEXTS, 'skill.json': manifestText })),
  };
}

/** Fields that `validate --fix` may change. */
const REPAIRED = new Set([
  'schema',
  'files',
  'read_order',
  'completeness',
  'risk_level',
  'tier',
  'group',
  'skill_type',
]);

function checkManifest(manifestText: string): void {
  const skill = checkedSkill(manifestText);
  if (skill === undefined) return;
  for (const { code } of checkTexts(skill, CONTEXT))
    promise(Object.hasOwn(DIAGNOSTICS, code), `${code} is a known code`);
  const fixed = fixManifest(skill);
  const after = fixed && checkedSkill(fixed.text);
  if (fixed === undefined) return;
  promise(after !== undefined, 'a repaired skill.json is valid JSON');
  for (const [field, value] of Object.entries(skill.manifest))
    if (!REPAIRED.has(field))
      promise(
        isDeepStrictEqual(after.manifest[field], value),
        `a repair keeps the field ${JSON.stringify(field)}`,
      );
  const again = fixManifest(after)?.changes;
  promise(again === undefined, `a repaired skill.json needs no repair: ${again} after ${fixed.changes}`);
}

function inRegistry(file: string, also: (content: string) => void = () => {}): () => Promise<OpenTarget> {
  return async () => {
    const { root, location, close } = createRegistry();
    return {
      close,
      check(input) {
        also(text(input));
        writeFileSync(join(root, file), input);
        checkReading(location);
      },
    };
  };
}

export const registryTargets: readonly FuzzTarget[] = [
  {
    name: 'manifest',
    words: FIELDS,
    seeds: () => [
      seed('skill.json', MANIFEST),
      ...filesBelow('assets/sample-registry/skills', (path) => path.endsWith('/skill.json')),
      ...sharedFiles('real-registry/skills', (path) => path.endsWith('/skill.json')),
    ],
    made: fc.json({ maxDepth: 5 }),
    open: inRegistry(`${FOLDER}/skill.json`, checkManifest),
  },
  {
    name: 'index',
    words: FIELDS,
    seeds: () => [
      seed('index.json', INDEX),
      ...filesBelow('assets/sample-registry', (path) => path === 'index.json'),
    ],
    made: fc.json({ maxDepth: 4 }),
    open: inRegistry('index.json'),
  },
  {
    name: 'rules',
    words: ['"rules"', '"error"', '"off"', '"relaxed"'],
    seeds: () => [seed('rules.json', { rules: { 'summary-missing': 'warning' } })],
    made: fc.json({ maxDepth: 3 }),
    check: (input) => parseRulesFile(text(input)),
  },
];
