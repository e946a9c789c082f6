import {
  existsSync,
  promises as fs,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type InstalledSkill,
  installedSkill,
  type ProjectSkill,
} from '../../../src-server/projects/installed-skill.ts';
import { planSync } from '../../../src-server/projects/sync-project.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

const LOCK = '.agents/skills-registry.lock.json';

/** Skills by name with the number of their texts' version. */
type Wanted = Readonly<Record<string, number>>;

const skillOf = (name: string, version: number, end = '\n'): InstalledSkill =>
  installedSkill(
    `js-a-${name}`,
    { key: `js/a/${name}`, version: `${version}.0.0`, skill_version: '1.0.0', registry: 'skills' },
    new Map([
      ['pitfalls.md', `# Pitfalls of ${name} ${version}${end}`],
      ['examples/basic.js', `run();${end}`],
    ]),
  );

const skillsOf = (wanted: Wanted) =>
  Object.entries(wanted).map(
    ([name, version]): ProjectSkill => ({
      libraries: [`${name} 1.0.0`],
      match: { key: `js/a/${name}`, level: 'exact', version: `${version}.0.0`, risk: 'high', drift: 'none' },
    }),
  );

const plan = (root: string, wanted: Wanted, end?: string) =>
  planSync(
    root,
    skillsOf(wanted),
    Object.entries(wanted).map(([name, version]) => skillOf(name, version, end)),
  );

async function sync(root: string, wanted: Wanted, end?: string) {
  const planned = await plan(root, wanted, end);
  await planned.write();
  return planned;
}

/** Every file and link of a folder, by path. */
function filesOf(root: string, folder = ''): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(root, folder)).flatMap((name) => {
      const path = folder === '' ? name : `${folder}/${name}`;
      const stats = lstatSync(join(root, path));
      if (stats.isSymbolicLink()) return [[path, `-> ${readlinkSync(join(root, path))}`]];
      if (stats.isDirectory()) return Object.entries(filesOf(root, path));
      return [[path, readFileSync(join(root, path), 'utf8')]];
    }),
  );
}

describe('sync', () => {
  it('writes the list, each skill once, and a link to it', unless(onWindows), async () => {
    const root = temporaryFolder({ 'AGENTS.md': '# Mine\n', 'CLAUDE.md': 'Be brief.\n' });
    await sync(root, { ws: 1 });
    const files = filesOf(root);
    expect(Object.keys(files).sort()).toEqual([
      '.agents/skills-registry.lock.json',
      '.agents/skills/js-a-ws/SKILL.md',
      '.agents/skills/js-a-ws/examples/basic.js',
      '.agents/skills/js-a-ws/pitfalls.md',
      '.claude/skills/js-a-ws',
      'AGENTS.md',
      'CLAUDE.md',
    ]);
    expect(files['.claude/skills/js-a-ws']).toBe('-> ../../.agents/skills/js-a-ws');
    expect(files['AGENTS.md']).toMatch(
      /^# Mine\n\n<!-- skills-registry:libraries:start -->[\s\S]*- ws 1\.0\.0 \(high risk\): \[js\/a\/ws\]\(\.agents\/skills\/js-a-ws\/SKILL\.md\)\n<!-- skills-registry:libraries:end -->\n$/,
    );
    expect(files['CLAUDE.md']).toContain('@AGENTS.md');
    expect((await plan(root, { ws: 1 })).isUpToDate).toBe(true);
  });

  it('writes the list into CLAUDE.md where AGENTS.md is a link to it', unless(onWindows), async () => {
    const root = temporaryFolder({ 'CLAUDE.md': '# Mine\n' });
    symlinkSync('CLAUDE.md', join(root, 'AGENTS.md'));
    const { steps } = await sync(root, { ws: 1 });
    expect(steps.filter(({ action }) => action === 'keep')).toEqual([]);
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toContain(
      '[js/a/ws](.agents/skills/js-a-ws/SKILL.md)',
    );
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).not.toContain('@AGENTS.md');
    expect((await plan(root, { ws: 1 })).isUpToDate).toBe(true);
    await sync(root, {});
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe('# Mine\n');
  });

  it('says that a disk has no links, and has written all but these', async () => {
    const root = temporaryFolder();
    const refused = vi.spyOn(fs, 'symlink').mockRejectedValue(new Error('operation not permitted'));
    onTestFinished(() => refused.mockRestore());
    await expect(sync(root, { ws: 1 })).rejects.toThrow(/can’t be a link on this disk/);
    expect(Object.keys(filesOf(root))).toContain('.agents/skills/js-a-ws/pitfalls.md');
    const { steps } = await plan(root, { ws: 1 });
    expect(steps).toMatchObject([{ path: '.claude/skills/js-a-ws', action: 'create' }]);
  });

  describe('in a checkout of Git for Windows', unless(onWindows), () => {
    /** As `core.autocrlf=true` and `core.symlinks=false` write it. */
    async function checkout(wanted: Wanted): Promise<string> {
      const root = temporaryFolder({ 'AGENTS.md': '# Mine\n', 'CLAUDE.md': 'Be brief.\n' });
      await sync(root, wanted);
      for (const [path, text] of Object.entries(filesOf(root))) {
        const isLink = text.startsWith('-> ');
        if (isLink) rmSync(join(root, path));
        writeFileSync(join(root, path), isLink ? text.slice('-> '.length) : text.replaceAll('\n', '\r\n'));
      }
      return root;
    }

    it('is level, and changes no byte', async () => {
      const root = await checkout({ ws: 1 });
      const before = filesOf(root);
      const { isUpToDate, steps } = await sync(root, { ws: 1 });
      expect(isUpToDate).toBe(true);
      expect(steps).toMatchObject([
        { path: '.claude/skills/js-a-ws', action: 'keep', reason: expect.stringContaining('core.symlinks') },
      ]);
      expect(filesOf(root)).toEqual(before);
    });

    it('gets what is new, and keeps what somebody changed', async () => {
      const root = await checkout({ ws: 1, pg: 1 });
      const edited = '.agents/skills/js-a-pg/pitfalls.md';
      writeFileSync(join(root, edited), '# Mine\r\n');
      const { steps } = await sync(root, { ws: 2, pg: 2 });
      expect(steps).toContainEqual(expect.objectContaining({ path: edited, action: 'keep' }));
      const files = filesOf(root);
      expect(files['.agents/skills/js-a-ws/pitfalls.md']).toBe('# Pitfalls of ws 2\n');
      expect(files[edited]).toBe('# Mine\r\n');
    });

    it('takes everything out again', async () => {
      const root = await checkout({ ws: 1 });
      await sync(root, {});
      expect(filesOf(root)).toEqual({ 'AGENTS.md': '# Mine\r\n', 'CLAUDE.md': 'Be brief.\r\n' });
    });
  });

  it('writes the same for a registry with Windows line ends', async () => {
    const root = temporaryFolder({});
    await sync(root, { ws: 1 });
    expect(await plan(root, { ws: 1 }, '\r\n')).toMatchObject({ isUpToDate: true, steps: [] });
  });

  it('takes everything out again, to the byte', async () => {
    const root = temporaryFolder({ 'AGENTS.md': '# Mine', 'CLAUDE.md': 'Be brief.\r\n' });
    const before = filesOf(root);
    await sync(root, { ws: 1, pg: 1 });
    await sync(root, {});
    expect(filesOf(root)).toEqual(before);
    const empty = temporaryFolder();
    await sync(empty, { ws: 1 });
    await sync(empty, {});
    expect(filesOf(empty)).toEqual({});
  });

  it('keeps what somebody changed, says so, and updates the rest', async () => {
    const root = temporaryFolder();
    await sync(root, { ws: 1 });
    const pitfalls = join(root, '.agents/skills/js-a-ws/pitfalls.md');
    writeFileSync(pitfalls, 'mine');
    const agents = readFileSync(join(root, 'AGENTS.md'), 'utf8').replace('## Libraries', '## My libraries');
    writeFileSync(join(root, 'AGENTS.md'), agents);
    const { steps } = await sync(root, { ws: 2, pg: 1 });
    expect(readFileSync(pitfalls, 'utf8')).toBe('mine');
    expect(readFileSync(join(root, 'AGENTS.md'), 'utf8')).toBe(agents);
    expect(readFileSync(join(root, '.agents/skills/js-a-ws/SKILL.md'), 'utf8')).toContain('2.0.0');
    const kept = steps.filter(({ action }) => action === 'keep').map(({ path }) => path);
    expect(kept).toEqual(['AGENTS.md', '.agents/skills/js-a-ws/pitfalls.md']);
    expect((await plan(root, { ws: 2, pg: 1 })).isUpToDate).toBe(true);
  });

  it('keeps files that were there before', async () => {
    const root = temporaryFolder({
      '.agents/skills/js-a-ws/SKILL.md': 'mine',
      '.claude/skills/js-a-ws/SKILL.md': 'x',
    });
    const { steps } = await sync(root, { ws: 1 });
    expect(filesOf(root)).toMatchObject({
      '.agents/skills/js-a-ws/SKILL.md': 'mine',
      '.claude/skills/js-a-ws/SKILL.md': 'x',
    });
    expect(steps.filter(({ action }) => action === 'keep')).toHaveLength(2);
  });

  it.each([
    'AGENTS.md',
    '.agents',
    '.agents/skills',
    '.agents/skills/js-a-ws',
    '.agents/skills/js-a-ws/pitfalls.md',
    '.claude',
  ])('writes nothing through %s where that is a link', unless(onWindows), async (path) => {
    const outside = temporaryFolder({ 'file.md': 'theirs' });
    const root = temporaryFolder();
    mkdirSync(join(root, path, '..'), { recursive: true });
    symlinkSync(path.endsWith('.md') ? join(outside, 'file.md') : outside, join(root, path));
    await sync(root, { ws: 1 }).catch(() => undefined);
    expect(filesOf(outside)).toEqual({ 'file.md': 'theirs' });
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFF# Mine\n', 'utf16le')],
    ['Latin-1', Buffer.from('# \u00e9t\u00e9\n', 'latin1')],
  ])('keeps an AGENTS.md in %s to the byte, and says why', async (_encoding, bytes) => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'AGENTS.md'), bytes);
    const { steps } = await sync(root, { ws: 1 });
    expect(steps).toContainEqual({
      path: 'AGENTS.md',
      action: 'keep',
      reason: 'is not UTF-8 text; save it as UTF-8 in an editor',
    });
    expect(readFileSync(join(root, 'AGENTS.md'))).toEqual(bytes);
  });

  it(
    'makes no links where .claude/skills is a link to the home of the skills',
    unless(onWindows),
    async () => {
      const root = temporaryFolder();
      mkdirSync(join(root, '.claude'));
      symlinkSync('../.agents/skills', join(root, '.claude/skills'));
      expect((await sync(root, { ws: 1 })).steps.filter(({ action }) => action === 'keep')).toEqual([]);
      expect(existsSync(join(root, '.claude/skills/js-a-ws/SKILL.md'))).toBe(true);
      expect(await plan(root, { ws: 1 })).toMatchObject({ isUpToDate: true, steps: [] });
      await sync(root, {});
      expect(filesOf(root)).toEqual({ '.claude/skills': '-> ../.agents/skills' });
    },
  );

  it('removes nothing that a lock of somebody else names', async () => {
    const hash = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'; // of "foo"
    const paths = [
      'src/main.ts',
      '../outside.md',
      '.agents/skills/../../package.json',
      '.git/hooks/pre-commit',
      '__proto__',
    ];
    const files = Object.fromEntries(paths.map((path) => [path, hash]));
    const root = temporaryFolder({
      [LOCK]: { version: 1, files, blocks: { 'README.md': hash } },
      'src/main.ts': 'foo',
      'package.json': 'foo',
      '.git/hooks/pre-commit': 'foo',
    });
    await sync(root, {});
    expect(filesOf(root)).toMatchObject({
      'src/main.ts': 'foo',
      'package.json': 'foo',
      '.git/hooks/pre-commit': 'foo',
    });
  });

  it('stops at a lock that it can’t read', async () => {
    const root = temporaryFolder({ [LOCK]: '<<<<<<< HEAD\n' });
    await expect(plan(root, { ws: 1 })).rejects.toThrow(/can't be read/);
  });

  it('names the link that the lock lies behind', unless(onWindows), async () => {
    const root = temporaryFolder();
    symlinkSync(temporaryFolder(), join(root, '.agents'));
    await expect(plan(root, { ws: 1 })).rejects.toThrow(
      `${LOCK} lies behind a link; nothing is written through links.`,
    );
  });

  it('writes nothing where a file changed after it was looked at', async () => {
    const root = temporaryFolder({ 'AGENTS.md': '# Mine\n' });
    const planned = await plan(root, { ws: 1 });
    writeFileSync(join(root, 'AGENTS.md'), '# Mine, changed\n');
    await expect(planned.write()).rejects.toThrow(/changed meanwhile/);
    expect(readFileSync(join(root, 'AGENTS.md'), 'utf8')).toBe('# Mine, changed\n');
  });
});

const NAMES = ['ws', 'pg', 'tokio'];
const wantedArbitrary = fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 2 }), {
  noNullPrototype: true,
});
const stepArbitrary = fc.oneof(
  fc.record({ kind: fc.constant('sync' as const), wanted: wantedArbitrary }),
  fc.record({
    kind: fc.constant('edit' as const),
    name: fc.constantFrom(...NAMES),
    file: fc.constantFrom('SKILL.md', 'pitfalls.md', 'examples/basic.js'),
  }),
);

describe('any sequence of syncs and edits', () => {
  it('loses no edit, and ends in the bytes of a first sync once the edits are gone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 7 }), wantedArbitrary, async (steps, last) => {
        const [root, fresh] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'skills-registry-'))) as [
          string,
          string,
        ];
        try {
          const edits = new Map<string, string>();
          for (const [place, step] of [...steps, { kind: 'sync' as const, wanted: last }].entries()) {
            if (step.kind === 'sync') await sync(root, step.wanted);
            else {
              const file = join(root, '.agents/skills', `js-a-${step.name}`, step.file);
              if (existsSync(file)) {
                writeFileSync(file, `edit ${place}`);
                edits.set(file, `edit ${place}`);
              }
            }
            for (const [file, text] of edits) expect(readFileSync(file, 'utf8')).toBe(text);
          }
          for (const file of edits.keys()) rmSync(file);
          await sync(root, last);
          await sync(fresh, last);
          expect(filesOf(root)).toEqual(filesOf(fresh));
        } finally {
          for (const folder of [root, fresh]) rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: 15 },
    );
  });
});
