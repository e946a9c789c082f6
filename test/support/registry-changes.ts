/** What may become of a registry's folder, for properties over sequences of changes. */
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { isInside } from '../../src-server/registry/disk/paths.ts';
import { parseJsonObject } from '../../src-server/registry/model/json-object.ts';
import { parseIndexFile } from '../../src-server/registry/model/registry-index-file.ts';
import { placeholder } from '../../src-server/validation/placeholder.ts';
import { faultyReader } from './faulty-reader.ts';
import { manifest, skillFiles, writeFiles } from './temporary-registry.ts';

/** Keys that meet: by their agent skill's name, but for case, as dependencies. */
export const KEYS = ['cpp/a/b-c', 'cpp/a-b/c', 'cpp/A/b-c', 'go/x/y', 'js/p/q'];

/** Few, so that changes meet: keys by path, by skill.json, a skill inside another, one that only a link leads to. */
const SKILLS = [
  'skills/cpp/a/b-c',
  'skills/cpp/a-b/c',
  'skills/cpp/a-b/c/inner',
  'skills/go/x/y',
  'skills/go/two',
  'skills/odd',
  'shelf/ws',
];
const FOLDERS = [...SKILLS, 'skills/cpp/a', 'skills/cpp', 'skills/go/x', 'skills/go', 'shelf'];
const FILES = [
  'overview.md',
  'pitfalls.md',
  'extra.md',
  'notes.txt',
  'examples/basic.txt',
  'examples/in/deep.txt',
];
const LINK_TARGETS = [
  'shelf',
  'shelf/ws',
  'skills/cpp/a',
  'skills/go/x/y',
  'skills',
  'nowhere',
  '../outside',
];
const FAULTS = [
  '',
  'skills',
  'index.json',
  ...FOLDERS,
  ...SKILLS.flatMap((skill) => [`${skill}/skill.json`, `${skill}/pitfalls.md`, `${skill}/examples`]),
];

const text = fc
  .array(fc.constantFrom('alpha', 'beta', 'gamma', '\n## delta\n'), { maxLength: 6 })
  .map((words) => words.join(' '));
const skill = fc.constantFrom(...SKILLS);
const folder = fc.constantFrom(...FOLDERS);
const file = fc.constantFrom(...FILES);

const manifestChanges = fc.record(
  {
    trust_score: fc.constantFrom(50, 70),
    tags: fc.constantFrom(['alpha'], ['beta', 'gamma']),
    summary: fc.constantFrom(undefined, 'All of alpha.', placeholder('what it is')),
    schema: fc.constantFrom(undefined, 'libskills/v1', 'skills/v2'),
    files: fc.constantFrom(undefined, { P0: ['pitfalls.md', 'overview.md'], P1: ['extra.md', '../x'] }),
    dependencies: fc.subarray([...KEYS, 'no/such/one']).map((skills) => ({ skills })),
  },
  { requiredKeys: [] },
);

const entry = fc.record(
  {
    key: fc.constantFrom<unknown>(...KEYS, 'odd', 'go/two', 'no/such/one', 7),
    trust_score: fc.constantFrom<unknown>(51, 99, 'much'),
    summary: fc.constantFrom('Only beta.', 'gamma and gamma'),
    extra: fc.constantFrom(null, { deep: [1] }),
  },
  { requiredKeys: ['key'] },
);

const indexText = fc.oneof(
  fc
    .array(entry, { maxLength: 8 })
    .map((skills) => JSON.stringify({ schema: 'skills/v1', version: 3, skills })),
  fc.constantFrom('{', '[]', '{"skills": 1}', ''),
);

export const registryChange = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('skill' as const),
      skill,
      key: fc.constantFrom(...KEYS),
      manifestChanges,
      text,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('text' as const), skill, file, text }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      path: fc.oneof(
        folder,
        fc.tuple(skill, fc.constantFrom(...FILES, 'skill.json', 'examples')).map((parts) => parts.join('/')),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), from: folder, to: folder }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('link' as const),
      at: fc.constantFrom(
        ...FOLDERS,
        ...SKILLS.flatMap((one) => [`${one}/overview.md`, `${one}/examples`, `${one}/skill.json`]),
        'index.json',
      ),
      to: fc.constantFrom(...LINK_TARGETS, ...SKILLS.map((one) => `${one}/pitfalls.md`)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('broken' as const),
      skill,
      content: fc.constantFrom('', '{"name":', '[]'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('index' as const),
      content: fc.option(indexText, { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      path: fc.constantFrom(...FAULTS),
      code: fc.constantFrom('EIO', 'EACCES'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('heal' as const) }) },
);

export type RegistryChange = typeof registryChange extends fc.Arbitrary<infer T> ? T : never;

/** A place that stops being readable. */
export const fault = fc.record({ path: fc.constantFrom(...FAULTS), code: fc.constantFrom('EIO', 'EACCES') });

/** Makes a change in the folder; nothing where it can't be made (a link or a file is in the way). */
function makeChange(root: string, change: Exclude<RegistryChange, { kind: 'fault' | 'heal' }>): void {
  try {
    make(root, change);
  } catch (error) {
    if (
      !['ENOENT', 'EEXIST', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'EINVAL', 'ELOOP', 'EPERM'].includes(
        String((error as NodeJS.ErrnoException).code),
      )
    )
      throw error;
  }
}

function make(root: string, change: Exclude<RegistryChange, { kind: 'fault' | 'heal' }>): void {
  const at = (path: string) => join(root, path);
  const remove = (path: string) => rmSync(at(path), { recursive: true, force: true });
  if (change.kind === 'skill') {
    makeFolder(root, change.skill);
    const texts = { 'overview.md': change.text };
    writeFiles(root, skillFiles(change.skill, change.key, change.manifestChanges, texts));
  } else if (change.kind === 'text') {
    const path = `${change.skill}/${change.file}`;
    makeFolder(root, dirname(path));
    writeFileSync(at(path), change.text);
  } else if (change.kind === 'rename') {
    makeFolder(root, dirname(change.to));
    renameSync(at(change.from), at(change.to));
  } else if (change.kind === 'link') {
    makeFolder(root, dirname(change.at));
    remove(change.at);
    symlinkSync(at(change.to), at(change.at));
  } else if (change.kind === 'broken') {
    makeFolder(root, change.skill);
    writeFileSync(at(`${change.skill}/skill.json`), change.content);
  } else if (change.kind === 'remove') {
    remove(change.path);
  } else if (change.content === undefined) {
    remove('index.json');
  } else {
    writeFileSync(at('index.json'), change.content);
  }
}

/** Nothing is written outside. */
function makeFolder(root: string, folder: string): void {
  mkdirSync(join(root, folder), { recursive: true });
  if (!isInside(root, realpathSync(join(root, folder)))) throw Object.assign(new Error(), { code: 'EEXIST' });
}

/** Puts what doesn't parse right: of that, a service that saw it when it did goes on serving the last good state. */
function repair(root: string): void {
  for (const path of treeOf(root).keys()) {
    const name = basename(path);
    if (name !== 'skill.json' && path !== join(root, 'index.json')) continue;
    const text = readIfFile(path);
    if (text === undefined) continue;
    const isGood =
      name === 'skill.json' ? parseJsonObject(text).ok : parseIndexFile(text).index !== undefined;
    if (isGood) continue;
    rmSync(path);
    writeFileSync(path, name === 'skill.json' ? JSON.stringify(manifest('js/p/q')) : '{"skills": []}');
  }
}

function readIfFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A registry's folder that changes, on a disk that fails, and the paths that a system would tell of. */
export class ChangingRegistry {
  readonly root: string;
  readonly reader = faultyReader();
  readonly #faults = new Set<string>();
  #untold = new Set<string>();

  constructor(root: string) {
    this.root = root;
  }

  make(change: RegistryChange): void {
    if (change.kind === 'heal') this.heal();
    else if (change.kind === 'fault') this.#untold.add(this.fail(change));
    else this.#follow(() => makeChange(this.root, change));
  }

  /** Writes every entry of index.json anew, so that no skill.json was edited since. */
  rewriteIndex(): void {
    const file = join(this.root, 'index.json');
    const text = readIfFile(file);
    if (text === undefined || lstatSync(file).isSymbolicLink()) return;
    const index: { skills?: unknown } = JSON.parse(text);
    if (!Array.isArray(index.skills)) return;
    const skills = index.skills.map((entry: object) => ({ ...entry, rewritten: true }));
    this.#follow(() => writeFileSync(file, JSON.stringify({ ...index, skills })));
  }

  /** @returns the place, absolute */
  fail({ path, code }: { readonly path: string; readonly code: string }): string {
    const place = join(this.root, path);
    this.#faults.add(place);
    this.reader.fail(place, code);
    return place;
  }

  heal(): void {
    for (const place of this.#faults) this.reader.heal(place);
    this.#faults.clear();
  }

  /** Heals the disk, and what doesn't parse. */
  repair(): void {
    this.heal();
    this.#follow(() => repair(this.root));
  }

  /** The paths that were not told yet. */
  takeUntold(): ReadonlySet<string> {
    const untold = this.#untold;
    this.#untold = new Set();
    return untold;
  }

  #follow(change: () => void): void {
    const before = treeOf(this.root);
    change();
    for (const path of toldPaths(this.root, before, treeOf(this.root))) this.#untold.add(path);
  }
}

/** All that is in a folder, by absolute path: links as they are, of a folder only which one it is. */
type Tree = ReadonlyMap<string, string>;

function treeOf(root: string): Tree {
  const tree = new Map<string, string>();
  const visit = (directory: string) => {
    for (const name of readdirSync(directory)) {
      const path = join(directory, name);
      const stats = lstatSync(path, { bigint: true });
      const { ino, ctimeNs } = stats;
      const target = stats.isSymbolicLink() ? readlinkSync(path) : '';
      tree.set(path, stats.isDirectory() ? `folder ${ino}` : `${target} ${ino} ${ctimeNs}`);
      if (stats.isDirectory()) visit(path);
    }
  };
  visit(root);
  return tree;
}

/** The paths that a system tells which watches every folder that was there before: not what is in a new folder. */
function toldPaths(root: string, before: Tree, after: Tree): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => {
    if (before.get(path) === after.get(path)) return false;
    const parent = dirname(path);
    return parent === root || (before.has(parent) && before.get(parent) === after.get(parent));
  });
}
