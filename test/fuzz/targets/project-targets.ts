import fc from 'fast-check';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { formatLock, isInstalledPath, parseLock } from '../../../src-server/projects/installed-skill.ts';
import { decodeText, isProjectFile, readProject } from '../../../src-server/projects/read-project.ts';
import { type FuzzTarget, promise, text } from '../fuzz-target.ts';
import { filesBelow, seed, sharedFiles } from '../read-seeds.ts';

const WORDS = [
  ...[
    '[[package]]',
    'name = "a"',
    'version = "1"',
    '"packages"',
    '"version"',
    '"dependencies"',
    'lockfileVersion: 9',
  ],
  ...[
    '__metadata:',
    'require (',
    'a@^1:',
    '  version "1"',
    '- b',
    '  a:',
    '-r requirements.txt',
    'flask==1.0',
    '@scope/a',
  ],
  ...[
    'github.com/a/b v1.0.0',
    'find_package(',
    'FetchContent_Declare(',
    'pkg:npm/a@1',
    '|',
    '>',
    '&a',
    '*a',
    '!!js',
  ],
];
/** Small files of formats without a fixture. */
const SMALL: Readonly<Record<string, string>> = {
  'package.json': '{"name":"a","workspaces":["b"],"dependencies":{"c":"^1.0.0"}}',
  'Cargo.toml': '[package]\nname = "a"\n[dependencies]\nserde = { version = "1", features = ["derive"] }\n',
  'Cargo.lock':
    'version = 3\n[[package]]\nname = "serde"\nversion = "1.0.1"\nsource = "registry+https://a"\n',
  'pyproject.toml': '[project]\nname = "a"\ndependencies = ["flask>=3; python_version > \'3\'"]\n',
  'requirements.txt': 'flask==3.0.3 --hash=sha256:aa\n-r more.txt\n-e git+https://github.com/a/b@v1#egg=b\n',
  'poetry.lock': '[[package]]\nname = "flask"\nversion = "3.0.3"\n',
  'uv.lock': 'version = 1\n[[package]]\nname = "flask"\nversion = "3.0.3"\n',
  'pylock.toml': 'lock-version = "1.0"\n[[packages]]\nname = "flask"\nversion = "3.0.3"\n',
  'setup.cfg': '[options]\ninstall_requires =\n    flask==3.0.3\n',
  'go.mod': 'module a.org/a\nrequire (\n\tgithub.com/o/r/v2 v2.0.0 // indirect\n)\nreplace a => b v1\n',
  'go.work': 'go 1.22\nuse (\n\t./a\n)\n',
  'vcpkg.json': '{"name":"a","dependencies":["fmt",{"name":"spdlog","version>=":"1.0.0"}]}',
  'conanfile.txt': '[requires]\nfmt/10.0.0@user/channel#rev\n[generators]\n',
  'conanfile.py': 'class A(ConanFile):\n    requires = "fmt/10.0.0", "zlib/1.3"\n',
  'conan.lock': '{"version":"0.5","requires":["fmt/10.0.0#a%1.0"]}',
  'bom.json': '{"bomFormat":"CycloneDX","components":[{"purl":"pkg:npm/a@1.0.0","name":"a"}]}',
};
const SYNC_LOCK = {
  version: 1,
  files: { '.agents/skills/a/SKILL.md': 'a'.repeat(64), '../evil': 'a'.repeat(64) },
  blocks: { 'AGENTS.md': 'b'.repeat(64) },
};

export const projectTargets: readonly FuzzTarget[] = [
  {
    name: 'projects',
    words: WORDS,
    seeds: () => [
      ...Object.entries(SMALL).map(([name, content]) => seed(name, content)),
      ...filesBelow('test/fixtures/projects', isProjectFile),
      ...sharedFiles('project-locks', isProjectFile),
    ],
    made: fc
      .array(fc.oneof(fc.constantFrom(...WORDS, '\n', '{', '}', ':'), fc.string()), { maxLength: 40 })
      .map((parts) => parts.join('\n')),
    async check(input, name) {
      const decoded = decodeText(input);
      const found = await readProject({ paths: [name], leftOut: [], read: () => Promise.resolve(decoded) });
      promise(found.packages.length <= LIMITS.projectPackages, 'the number of packages is bounded');
      for (const { purl, name: packageName } of found.packages)
        promise(!/[\p{Cc}\s]|\.\.\//u.test(purl + packageName), 'names of packages are no attack');
    },
  },
  {
    name: 'sync-lock',
    words: ['.agents/skills/', '.claude/skills/', 'AGENTS.md', '"files"', '..'],
    seeds: () => [seed('lock', SYNC_LOCK)],
    check(input) {
      const lock = parseLock(text(input));
      if (lock === undefined) return;
      for (const path of lock.files.keys())
        promise(isInstalledPath(path) && !path.split('/').includes('..'), 'only installed paths are written');
      const again = parseLock(formatLock(lock));
      promise(again !== undefined && formatLock(again) === formatLock(lock), 'a written lock is read again');
    },
  },
];
