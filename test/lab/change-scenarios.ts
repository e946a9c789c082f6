import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Served } from '../support/disk-lab/served.ts';
import { manifest, skillFiles, temporaryRegistry, writeFiles } from '../support/temporary-registry.ts';

export const KEY = 'cpp/gabime/spdlog';
export const OTHER = 'go/jackc/pgx';
const NEW = 'rust/tokio-rs/tokio';
const MANY = Array.from({ length: 1_200 }, (_, number) => `go/author/name-${number}`);

/** A change of a registry, and where nobody but whoever watches can know of it: no text is asked for to see it. */
export interface ChangeScenario {
  readonly name: string;
  /** Whether each way to follow a registry is tried on it also outside of CI. */
  readonly isEveryday?: true;
  readonly isLarge?: true;
  /** Makes the registry; returns its root. */
  readonly arrange: () => string;
  readonly change: (root: string) => void;
  /** What is told of, relative to the root: this path, one above, or one below. */
  readonly place: string;
  readonly isSeen: (served: Served) => Promise<boolean>;
}

const plain = () => temporaryRegistry([KEY, OTHER]);
const at = (root: string, key: string, file = '') => join(root, 'skills', key, file);
const finds = (word: string, key: string) => async (served: Served) =>
  (await served.find(word)).includes(key);
const lists = (present: readonly string[], absent: readonly string[]) => async (served: Served) => {
  const keys = await served.keys();
  return present.every((key) => keys.includes(key)) && !absent.some((key) => keys.includes(key));
};
const listSays = (text: string) => async (served: Served) =>
  (await served.get('/v1/skills')).text.includes(text);
const fileCount = async (served: Served) => (await served.status()).counts.files;

export const CHANGE_SCENARIOS: readonly ChangeScenario[] = [
  {
    name: 'an edited text',
    isEveryday: true,
    arrange: plain,
    change: (root) => writeFileSync(at(root, KEY, 'safety.md'), 'quaternion\n'),
    place: `skills/${KEY}/safety.md`,
    isSeen: finds('quaternion', KEY),
  },
  {
    name: 'a text that grows',
    arrange: plain,
    change: (root) => appendFileSync(at(root, KEY, 'safety.md'), '\nquaternion\n'),
    place: `skills/${KEY}/safety.md`,
    isSeen: finds('quaternion', KEY),
  },
  {
    name: 'a text that an editor replaces by renaming',
    arrange: plain,
    change: (root) => {
      writeFileSync(at(root, KEY, '.safety.md.tmp'), 'quaternion\n');
      renameSync(at(root, KEY, '.safety.md.tmp'), at(root, KEY, 'safety.md'));
    },
    place: `skills/${KEY}/safety.md`,
    isSeen: finds('quaternion', KEY),
  },
  {
    name: 'an edited skill.json',
    arrange: plain,
    change: (root) => writeFiles(at(root, KEY), { 'skill.json': manifest(KEY, { summary: 'Quaternions.' }) }),
    place: `skills/${KEY}/skill.json`,
    isSeen: async (served) => (await served.search('quaternions')).includes(KEY),
  },
  {
    name: 'a new index.json',
    arrange: plain,
    change: (root) =>
      writeFiles(root, {
        'index.json': {
          schema: 'skills/v1',
          version: 9,
          updated_at: '2026-02-01T00:00:00Z',
          skills: [
            { key: KEY, name: 'spdlog', language: 'cpp', tier: 'tier2', group: 'main', summary: 'Indexed.' },
          ],
        },
      }),
    place: 'index.json',
    isSeen: listSays('"Indexed."'),
  },
  {
    name: 'a new skill of a new language',
    isEveryday: true,
    arrange: plain,
    change: (root) => writeFiles(root, skillFiles(`skills/${NEW}`, NEW)),
    place: 'skills/rust',
    isSeen: lists([KEY, OTHER, NEW], []),
  },
  {
    name: 'a skill that is removed',
    isEveryday: true,
    arrange: plain,
    change: (root) => rmSync(at(root, KEY), { recursive: true }),
    place: `skills/${KEY}`,
    isSeen: lists([OTHER], [KEY]),
  },
  {
    name: 'an author’s folder that is renamed',
    arrange: plain,
    change: (root) => renameSync(at(root, 'cpp/gabime'), at(root, 'cpp/someone')),
    place: 'skills/cpp',
    isSeen: lists(['cpp/someone/spdlog', OTHER], [KEY]),
  },
  {
    name: 'an edit in a folder that was renamed before',
    arrange: () => {
      const root = plain();
      mkdirSync(at(root, 'cpp/someone'));
      return root;
    },
    change: (root) => {
      renameSync(at(root, 'cpp/gabime'), at(root, 'cpp/renamed'));
      writeFileSync(at(root, 'cpp/renamed/spdlog/safety.md'), 'quaternion\n');
    },
    place: 'skills/cpp',
    isSeen: finds('quaternion', 'cpp/renamed/spdlog'),
  },
  {
    name: 'two folders that are swapped',
    arrange: () => {
      const root = temporaryRegistry([KEY, 'cpp/someone/spdlog', OTHER]);
      writeFileSync(at(root, KEY, 'safety.md'), 'quaternion\n');
      return root;
    },
    change: (root) => {
      renameSync(at(root, 'cpp/gabime'), at(root, 'cpp/meanwhile'));
      renameSync(at(root, 'cpp/someone'), at(root, 'cpp/gabime'));
      renameSync(at(root, 'cpp/meanwhile'), at(root, 'cpp/someone'));
    },
    place: 'skills/cpp',
    isSeen: async (served) => {
      const found = await served.find('quaternion');
      return found.length === 1 && found[0] === 'cpp/someone/spdlog';
    },
  },
  {
    name: 'a deep example',
    arrange: plain,
    change: (root) => writeFiles(at(root, KEY), { 'examples/a/b/c/deep.txt': 'quaternion\n' }),
    place: `skills/${KEY}/examples`,
    isSeen: finds('quaternion', KEY),
  },
  {
    name: 'an example that is removed',
    arrange: () => temporaryRegistry([KEY], { [`skills/${KEY}/examples/second.txt`]: 'second\n' }),
    change: (root) => rmSync(at(root, KEY, 'examples/second.txt')),
    place: `skills/${KEY}/examples/second.txt`,
    isSeen: async (served) => (await fileCount(served)) === 4,
  },
  {
    name: 'an edit behind a link to another folder of the registry',
    arrange: () => {
      const root = temporaryRegistry([OTHER]);
      writeFiles(root, skillFiles('store/spdlog', KEY));
      mkdirSync(at(root, 'cpp/gabime'), { recursive: true });
      symlinkSync(join(root, 'store/spdlog'), at(root, KEY));
      return root;
    },
    change: (root) => writeFileSync(join(root, 'store/spdlog/safety.md'), 'quaternion\n'),
    place: 'store/spdlog/safety.md',
    isSeen: finds('quaternion', KEY),
  },
  {
    name: 'a new skill below a linked folder',
    arrange: () => {
      const root = temporaryRegistry([OTHER]);
      writeFiles(root, skillFiles('store/gabime/spdlog', KEY));
      symlinkSync(join(root, 'store'), at(root, 'cpp'));
      return root;
    },
    change: (root) => writeFiles(root, skillFiles('store/redis/hiredis', 'cpp/redis/hiredis')),
    place: 'store',
    isSeen: lists([KEY, OTHER, 'cpp/redis/hiredis'], []),
  },
  {
    name: 'a link that leads to another folder now',
    arrange: () => {
      const root = temporaryRegistry([OTHER]);
      writeFiles(root, skillFiles('store/old', KEY));
      writeFiles(root, skillFiles('store/new', KEY, {}, { 'safety.md': 'quaternion\n' }));
      mkdirSync(at(root, 'cpp/gabime'), { recursive: true });
      symlinkSync(join(root, 'store/old'), at(root, KEY));
      return root;
    },
    change: (root) => {
      symlinkSync(join(root, 'store/new'), at(root, 'cpp/gabime/.spdlog'));
      renameSync(at(root, 'cpp/gabime/.spdlog'), at(root, KEY));
    },
    place: `skills/${KEY}`,
    isSeen: finds('quaternion', KEY),
  },
  {
    name: 'a folder of many skills that is moved in at once',
    arrange: () => {
      const root = plain();
      writeFiles(root, skillFiles('apart/one', 'js/many/one'));
      writeFiles(root, skillFiles('apart/two', 'js/many/two'));
      return root;
    },
    change: (root) => {
      mkdirSync(join(root, 'skills/js'));
      renameSync(join(root, 'apart'), join(root, 'skills/js/many'));
    },
    place: 'skills/js',
    isSeen: lists([KEY, 'js/many/one', 'js/many/two'], []),
  },
  {
    name: 'a skill that comes back as it was after it went',
    arrange: plain,
    change: (root) => {
      cpSync(at(root, KEY), join(root, 'copy'), { recursive: true });
      rmSync(at(root, KEY), { recursive: true });
      renameSync(join(root, 'copy'), at(root, KEY));
      writeFileSync(at(root, KEY, 'safety.md'), 'quaternion\n');
    },
    place: `skills/${KEY}`,
    isSeen: finds('quaternion', KEY),
  },
  {
    name: '1,200 edits at once',
    isLarge: true,
    arrange: () => temporaryRegistry(MANY),
    change: (root) => {
      for (const key of MANY) {
        const file = at(root, key, 'skill.json');
        writeFileSync(file, readFileSync(file, 'utf8').replace('gets wrong.', 'gets right now.'));
      }
    },
    place: 'skills/go/author/name-1199/skill.json',
    isSeen: async (served) => !(await served.get('/v1/skills')).text.includes('gets wrong.'),
  },
];
