/** The page of a service: what of its folder is served, and when the folder is read. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  promises as fs,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writePageList } from '../../../scripts/build.mjs';
import { pageFolder } from '../../../src-server/built-files.ts';
import { readBuiltPage } from '../../../src-server/built-page.ts';
import { createApp } from '../../../src-server/http/app.ts';
import { listen } from '../../../src-server/http/server.ts';
import { brokenApp } from '../../support/openapi-check.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

const UNBUILT = 'npm run build makes the page';

/** The files of a build. Its name has 8 characters, as the hashes that Vite puts into the names of assets. */
const filesOf = (build: string) => ({
  'index.html': `<!doctype html><html><title>${build}</title><script src="./assets/index-${build}.js"></script></html>\n`,
  [`assets/index-${build}.js`]: `import('./view-${build}.js'); new URL('worker-${build}.js', import.meta.url)`,
  [`assets/view-${build}.js`]: `'a part of ${build}'`,
  [`assets/worker-${build}.js`]: `'a worker of ${build}'`,
});

/** Writes a build into a folder, as `npm run build` does: the list of its files comes last. */
function build(pageFolder: string, name: string): void {
  rmSync(pageFolder, { recursive: true, force: true });
  writeFiles(pageFolder, filesOf(name));
  writePageList(pageFolder);
}

/** A service over the page of the build `BUILDone`. */
async function servedPage() {
  const pageFolder = join(temporaryFolder(), 'renderer');
  build(pageFolder, 'BUILDone');
  const { port, close } = await listen(createApp({ ...brokenApp, pageFolder }), {
    host: '127.0.0.1',
    port: 0,
  });
  onTestFinished(() => close(0));
  return {
    pageFolder,
    ask: async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    },
    build: (name: string) => build(pageFolder, name),
    remove: (path: string) => rmSync(join(pageFolder, path)),
    write: (path: string, text: string) => writeFileSync(join(pageFolder, path), text),
  };
}

describe('the page of a service whose program is built anew', () => {
  it('has the parts that it had when it was opened', async () => {
    const { ask, build } = await servedPage();
    expect((await ask('/')).text).toContain('/assets/index-BUILDone.js');
    build('BUILDtwo');
    expect((await ask('/')).text).toContain('/assets/index-BUILDone.js');
    expect(await ask('/assets/index-BUILDone.js')).toMatchObject({ status: 200 });
    expect(await ask('/assets/view-BUILDone.js')).toMatchObject({
      status: 200,
      text: "'a part of BUILDone'",
    });
    expect(await ask('/assets/view-BUILDtwo.js')).toMatchObject({ status: 404 });
  });

  it('is the new one where nobody has opened it before', async () => {
    const { ask, build } = await servedPage();
    build('BUILDtwo');
    expect((await ask('/')).text).toContain('/assets/index-BUILDtwo.js');
    expect(await ask('/assets/view-BUILDtwo.js')).toMatchObject({ status: 200 });
  });

  it('has files by their own names alone, with their types, which browsers keep', async () => {
    const { ask } = await servedPage();
    const { headers } = await ask('/assets/view-BUILDone.js');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toContain('immutable');
    expect(await ask('/assets/..%2findex.html')).toMatchObject({ status: 404 });
  });
});

describe('the page of a service that was asked before a build ended, or after one was stopped', () => {
  const view = 'assets/view-BUILDone.js';
  it.each<readonly [string, (served: Served) => void]>([
    ['no page', ({ pageFolder }) => rmSync(pageFolder, { recursive: true })],
    ['no list of its files', ({ remove }) => remove('files.json')],
    ['half of that list', ({ write }) => write('files.json', '{\n  "assets/index-BUILDone.js": "')],
    ['another text in place of that list', ({ write }) => write('files.json', '["index.html"]')],
    ['a list without index.html', ({ write }) => write('files.json', '{}')],
    ['a list that leads elsewhere', ({ write }) => write('files.json', '{"index.html":"","../x.js":""}')],
    ['no index.html', ({ remove }) => remove('index.html')],
    [
      'the index.html of another build',
      ({ write }) => write('index.html', filesOf('BUILDtwo')['index.html']),
    ],
    ['no first script', ({ remove }) => remove('assets/index-BUILDone.js')],
    ['half of a view', ({ write }) => write(view, "'a part of BUI")],
    ['a view that is empty', ({ write }) => write(view, '')],
    ['a view of the same length with other bytes', ({ write }) => write(view, '\0'.repeat(20))],
    ['no worker', ({ remove }) => remove('assets/worker-BUILDone.js')],
  ])('says how it is built while there is %s, and is whole after a build', async (_state, change) => {
    const served = await servedPage();
    change(served);
    expect((await served.ask('/')).text).toContain(UNBUILT);
    expect((await served.ask('/assets/worker-BUILDone.js')).status).toBe(404);
    served.build('BUILDtwo');
    expect((await served.ask('/')).text).toContain('/assets/index-BUILDtwo.js');
    expect(await served.ask('/assets/view-BUILDtwo.js')).toMatchObject({ status: 200 });
  });

  it('is the page that is there however old its files are, or how new', async () => {
    const { ask, pageFolder } = await servedPage();
    for (const time of [0, Date.now() / 1000 + 3_600]) utimesSync(join(pageFolder, view), time, time);
    expect((await ask(`/${view}`)).headers.get('cache-control')).toContain('immutable');
  });
});

describe('the page of a service with a stray item beside its assets', unless(onWindows), () => {
  it.each<readonly [string, (folder: string) => void]>([
    ['an empty folder', (folder) => mkdirSync(join(folder, 'stray.js'))],
    ['a link to nothing', (folder) => symlinkSync('nowhere.js', join(folder, 'stray.js'))],
    ['a link to a file outside', (folder) => symlinkSync('/etc/hosts', join(folder, 'stray.js'))],
    ['a script of nobody', (folder) => writeFileSync(join(folder, 'stray.js'), 'a stray')],
    ['a pipe, which nobody waits for', (folder) => execFileSync('mkfifo', [join(folder, 'stray.js')])],
  ])('is whole beside %s, which is not served', async (_kind, stray) => {
    const { ask, pageFolder } = await servedPage();
    stray(join(pageFolder, 'assets'));
    expect((await ask('/')).text).toContain('/assets/index-BUILDone.js');
    expect((await ask('/assets/view-BUILDone.js')).headers.get('cache-control')).toContain('immutable');
    expect(await ask('/assets/stray.js')).toMatchObject({ status: 404 });
  });

  it.each(['index.html', 'assets', 'assets/view-BUILDone.js', 'files.json'])(
    'follows no link in place of %s',
    async (path) => {
      const { ask, pageFolder } = await servedPage();
      const outside = join(temporaryFolder(), 'outside');
      renameSync(join(pageFolder, path), outside);
      symlinkSync(outside, join(pageFolder, path));
      expect((await ask('/')).text).toContain(UNBUILT);
    },
  );

  it('waits for no pipe in place of a file of its own', async () => {
    const { ask, pageFolder, remove } = await servedPage();
    for (const path of ['assets/view-BUILDone.js', 'files.json']) {
      remove(path);
      execFileSync('mkfifo', [join(pageFolder, path)]);
      expect((await ask('/')).text).toContain(UNBUILT);
    }
  });
});

describe('the files of a page', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('are read once for many first requests, and never again', async () => {
    const { ask } = await servedPage();
    const read = vi.spyOn(fs, 'readFile');
    await Promise.all(Array.from({ length: 8 }, () => ask('/')));
    await ask('/assets/view-BUILDone.js');
    expect(read).toHaveBeenCalledTimes([...Object.keys(filesOf('BUILDone')), 'files.json'].length);
  });

  const unbuilt = existsSync(pageFolder()) ? undefined : 'the page isn’t built';
  it('are all of the real build, for a service and for a site', unless(unbuilt), async () => {
    const page = await readBuiltPage(pageFolder());
    expect([...(page?.assets.keys() ?? [])].sort()).toEqual(readdirSync(join(pageFolder(), 'assets')).sort());
    expect(page?.html).toBe(readFileSync(join(pageFolder(), 'index.html'), 'utf8'));
  });
});

type Served = Awaited<ReturnType<typeof servedPage>>;
