import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkWalls } from '../../scripts/import-walls.mjs';
import { zones } from '../../scripts/import-zones.mjs';
import { temporaryFolder } from '../support/temporary-registry.ts';

/** What the walls say of a project that has these files alone. */
function refusals(files: Readonly<Record<string, string>>): readonly string[] {
  const root = temporaryFolder(files);
  for (const folder of ['src-server', 'src-main', 'src-renderer'])
    mkdirSync(join(root, folder), { recursive: true });
  return checkWalls(root).refusals;
}

const refusalsOf = (path: string, source: string) => refusals({ [path]: source });

/** From a file deep in a zone to the project's root. */
const up = (path: string) => '../'.repeat(path.split('/').length - 1);

describe('a view', () => {
  it('imports no other view, not even a type', () => {
    const file = 'src-renderer/views/home/home.ts';
    expect(refusalsOf(file, "import type { A } from '../browse/a.ts';")).toEqual([
      `${file} imports ../browse/a.ts: a view must not know another view.`,
    ]);
    expect(refusalsOf(file, "import { a } from './a.ts';")).toEqual([]);
    expect(refusalsOf('src-renderer/app.tsx', "await import('./views/home/home.ts');")).toEqual([]);
  });
});

describe.each(zones.map((zone) => [zone.files, zone] as const))('%s', (files, zone) => {
  const file = `${files}some/file.ts`;

  it('knows itself and what it names, and nothing else of the project', () => {
    for (const prefix of [...zone.imports, ...(zone.types ?? [])])
      expect(refusalsOf(file, `import type { A } from '${up(file)}${prefix}a.ts';`)).toEqual([]);
    for (const target of ['test/support/a.ts', 'scripts/a.mjs', 'elsewhere/a.ts'])
      expect(refusalsOf(file, `import type { A } from '${up(file)}${target}';`)).toEqual([
        `${file} imports ${up(file)}${target}: outside of what ${files} may import.`,
      ]);
  });

  it('takes nothing but types from where only types may come from', () => {
    for (const prefix of zone.types ?? []) {
      const target = `${up(file)}${prefix}a.ts`;
      const reason = [`${file} imports ${target}: only \`import type\` is allowed.`];
      if (zone.imports.some((allowed) => prefix.startsWith(allowed))) continue;
      expect(refusalsOf(file, `import { a } from '${target}';`)).toEqual(reason);
      expect(refusalsOf(file, `export * from '${target}';`)).toEqual(reason);
      expect(refusalsOf(file, `await import('${target}');`)).toEqual(reason);
    }
  });

  it('must not know what is forbidden, not even as a type', () => {
    for (const prefix of zone.forbidden ?? [])
      expect(refusalsOf(file, `import type { A } from '${up(file)}${prefix}a.ts';`)).toEqual([
        `${file} imports ${up(file)}${prefix}a.ts: ${files} must not know it.`,
      ]);
  });

  it('uses the packages on its list alone', () => {
    for (const name of zone.packages)
      expect(refusalsOf(file, `import a from '${name.replace(/[-/]$/, '$&some')}';`)).toEqual([]);
    for (const name of ['left-pad', 'expressive', 'react-router', '@other/package'])
      expect(refusalsOf(file, `import a from '${name}';`)).toEqual([
        `${file} imports ${name}: the package is not on the list of ${files}.`,
      ]);
  });

  it("has of Node's own modules what its rule says", () => {
    const refused = (id: string) => refusalsOf(file, `import a from '${id}';`).length > 0;
    const expected = { none: [true, true], 'no files': [false, true], all: [false, false] }[zone.node];
    expect([refused('node:path'), refused('node:fs')]).toEqual(expected);
    expect([refused('path'), refused('fs')]).toEqual(expected);
    expect(refused('node:fs/promises')).toBe(expected[1]);
  });
});

describe('who opens files', () => {
  const opens = (path: string) => refusalsOf(path, `import { readFileSync } from 'node:fs';`);

  it.each([
    'src-server/registry/live-registry.ts',
    'src-server/registry/model/skill.ts',
    'src-server/search/query/parse-query.ts',
    'src-server/http/routes/section.ts',
    'src-server/mcp/tools/get-section.ts',
    'src-server/mcp/sdk/http-transport.ts',
    'src-server/validation/finding.ts',
    'src-server/tokens/token-worker.ts',
  ])('is not %s', (path) => {
    expect(opens(path)).toHaveLength(1);
  });

  it('is the disk, and the parts that have files of their own', () => {
    for (const path of ['src-server/registry/disk/disk-reader.ts', 'src-server/http/routes/page.ts'])
      expect(opens(path)).toEqual([]);
  });
});

describe('the two doors', () => {
  it('do not know each other, nor the domain the doors', () => {
    expect(
      refusals({
        'src-server/http/a.ts': `import '../mcp/b.ts';`,
        'src-server/mcp/b.ts': `import '../http/c.ts';`,
        'src-server/registry/c.ts': `import '../http/a.ts';`,
        'src-server/registry/model/d.ts': `import type { E } from '../disk/e.ts';`,
        'src-server/service/f.ts': `import '../cli/main.ts';`,
      }),
    ).toHaveLength(5);
  });
});

describe('what the app can do', () => {
  it('knows neither the tray nor the page that ask for it, and these not each other', () => {
    expect(
      refusals({
        'src-main/commands.ts': `import './tray/tray-menu.ts';`,
        'src-main/desktop-app.ts': `import type { Handlers } from './ipc/serve-requests.ts';`,
        'src-main/tray/a.ts': `import '../ipc/handlers.ts';`,
        'src-main/ipc/b.ts': `import '../tray/a.ts';`,
        'src-main/main.ts': `import './tray/a.ts';\nimport './ipc/b.ts';\nimport './commands.ts';`,
      }),
    ).toHaveLength(4);
  });
});

describe('an import', () => {
  const file = 'src-server/contract/a.ts';

  it.each([
    `import '../cli/b.ts';`,
    `import b from '../cli/b.ts';`,
    `import { type B, c } from '../cli/b.ts';`,
    `import {\n  b,\n} from '../cli/b.ts';`,
    `const a = 1; import b from "../cli/b.ts";`,
    `export { b } from '../cli/b.ts';`,
    `export {} from '../cli/b.ts';`,
    `export * as b from '../cli/b.ts';`,
    `export type * from '../cli/b.ts';`,
    `export const b = () => import('../cli/b.ts');`,
    'export const b = () => import(`../cli/b.ts`);',
    `export type B = import('../cli/b.ts').B;`,
    `import b = require('../cli/b.ts');`,
    `export const b = require('../cli/b.ts');`,
  ])('is seen however it is written: %s', (source) => {
    expect(refusalsOf(file, source)).toEqual([
      `${file} imports ../cli/b.ts: outside of what src-server/contract/ may import.`,
    ]);
  });

  it('is judged without its query, by the folder it ends in', () => {
    expect(refusalsOf(file, `import check from './schemas/a.schema.json?validate';`)).toEqual([]);
    expect(refusalsOf(file, `import check from './../cli/a.schema.json?validate';`)).toHaveLength(1);
  });

  it('is of types alone where every name is one', () => {
    const page = 'src-renderer/a.tsx';
    const from = `from '../src-main/contract/desktop-bridge.ts';`;
    expect(refusalsOf(page, `import { type A, type B } ${from}`)).toEqual([]);
    expect(refusalsOf(page, `import { type A, b } ${from}`)).toHaveLength(1);
    expect(refusalsOf(page, `import ${from.slice(5)}`)).toHaveLength(1);
  });

  it('must name what it imports', () => {
    expect(refusalsOf(file, 'export const load = (name: string) => import(name);')).toEqual([
      `${file} imports a computed name: an import must name what it imports.`,
    ]);
  });

  it('is not what a comment or a text says', () => {
    const source = `// import '../cli/b.ts';\nexport const a = <p>import b from '../cli/b.ts'</p>;\n`;
    expect(refusalsOf('src-renderer/a.tsx', source)).toEqual([]);
  });
});

describe('a source that cannot be read', () => {
  it('is no source without imports', () => {
    expect(() => refusalsOf('src-server/contract/a.ts', 'import {')).toThrow('src-server/contract/a.ts');
  });
});

describe('files of the server', () => {
  it('import each other in no circle, not even for types', () => {
    expect(
      refusals({
        'src-server/contract/a.ts': `import type { B } from './b.ts';\nimport type { D } from './d.ts';`,
        'src-server/contract/b.ts': `export type { C } from './deep/c.ts';`,
        'src-server/contract/deep/c.ts': `export type C = import('../a.ts').A;`,
        'src-server/contract/d.ts': '',
        'src-server/contract/e.ts': `import './a.ts';`,
      }),
    ).toEqual([
      'src-server/contract/a.ts, src-server/contract/b.ts, src-server/contract/deep/c.ts import each other in a circle.',
    ]);
  });

  it('and of the main process in none either', () => {
    expect(
      refusals({
        'src-main/desktop-app.ts': `import type { Commands } from './commands.ts';`,
        'src-main/commands.ts': `import type { DesktopApp } from './desktop-app.ts';`,
      }),
    ).toEqual(['src-main/commands.ts, src-main/desktop-app.ts import each other in a circle.']);
  });

  it.each([
    'let last = 0;',
    'export let last;',
    'const known = new Map();',
    'export const known: Set<string> = new Set<string>();',
    'const seen = new WeakMap<object, number>();',
    'const rows = new Uint8Array(3);',
    'const all: string[] = [];',
    'const byName = {};',
  ])('keep no state of their own: %s', (source) => {
    const name = source.match(/(?:let|const) (\w+)/)?.[1];
    expect(refusalsOf('src-server/contract/a.ts', source)).toEqual([
      `src-server/contract/a.ts keeps state in ${name}: make it an object’s.`,
    ]);
  });

  it.each([
    `const NAMES = new Set(['a']);`,
    'const NUMBERS = Uint8Array.from([1]);',
    'const ALL = [1];',
    'function a() { let last = 0; const known = new Map(); }',
    'class A { readonly #known = new Map(); }',
  ])('may hold what never changes, and objects state: %s', (source) => {
    expect(refusalsOf('src-server/contract/a.ts', source)).toEqual([]);
  });

  it('may hold state where they are a thread’s entry', () => {
    expect(refusalsOf('src-server/tokens/token-worker.ts', 'let last = 0;')).toEqual([]);
  });
});

describe('programs', () => {
  const importing = (names: string) => `import { ${names} } from 'node:child_process';\n`;

  it.each([
    ["spawn('lsof', []);", 'lsof'],
    ["execFile('netstat.exe', []);", 'netstat.exe'],
    ["const run = promisify(execFile);\nawait run('tasklist', []);", 'tasklist'],
    ["spawn(env['ComSpec'] ?? 'cmd.exe', []);", 'cmd.exe'],
    ["const lister = 'lsof'; spawn(lister, []);", 'lsof'],
    ["const shell = env['ComSpec'] ?? 'cmd.exe'; const used = shell; spawn(used, []);", 'cmd.exe'],
  ])('are started by their path: %s', (source, name) => {
    expect(refusalsOf('src-main/a.ts', `${importing('spawn, execFile')}${source}`)).toEqual([
      `src-main/a.ts starts ${name} without its path: Windows may take another program.`,
    ]);
  });

  it('may be started under another name for the starter, too', () => {
    expect(refusalsOf('src-main/a.ts', `${importing('spawn as start')}start('git', []);`)).toHaveLength(1);
  });

  it.each([
    "spawn('/usr/sbin/lsof', []);",
    'spawn(process.execPath, []);',
    "const program = findProgram('git', env); spawn(program, []);",
    "execFile(join(root, 'netstat.exe'), []);",
  ])('that have a path are nobody else’s: %s', (source) => {
    expect(refusalsOf('src-main/a.ts', `${importing('spawn, execFile')}${source}`)).toEqual([]);
  });
});

describe('the project', () => {
  it('has files behind every wall', () => {
    const { files, refusals: found } = checkWalls('.');
    for (const zone of zones)
      expect(
        files.some((file) => file.startsWith(zone.files)),
        zone.files,
      ).toBe(true);
    expect(found).toEqual([]);
  });
});
