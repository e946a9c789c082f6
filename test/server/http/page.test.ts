/** The page of a service: what of its folder is served, and when the folder is read. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  promises as fs,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { builtPage } from '../../../src-server/built-files.ts';
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

/** Gives all files and folders of a page the time of a build that ended a minute ago. */
function settle(folder: string): void {
  const time = Date.now() / 1000 - 60;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    // Links keep their time: it is no time of a file of the page.
    if (!name.includes('link')) utimesSync(path, time, time);
  }
}

/** A service over the page of the build `BUILDone`, and what writes another build into its place. */
async function servedPage(files: Readonly<Record<string, string>> = filesOf('BUILDone')) {
  const pageFolder = temporaryFolder(files);
  settle(pageFolder);
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
    build(name: string) {
      rmSync(join(pageFolder, 'assets'), { recursive: true, force: true });
      writeFiles(pageFolder, filesOf(name));
      settle(pageFolder);
    },
    remove(path: string) {
      rmSync(join(pageFolder, path));
      settle(pageFolder);
    },
    write(path: string, text: string) {
      writeFileSync(join(pageFolder, path), text);
      settle(pageFolder);
    },
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

describe('the page of a service that was asked before the build ended', () => {
  it.each([
    ['no page', ({ pageFolder }: Served) => rmSync(pageFolder, { recursive: true })],
    ['an empty index.html', ({ write }: Served) => write('index.html', '')],
    [
      'half of index.html',
      ({ write }: Served) => write('index.html', '<!doctype html><html><title>BUILDone'),
    ],
    ['no first script', ({ remove }: Served) => remove('assets/index-BUILDone.js')],
    ['an empty first script', ({ write }: Served) => write('assets/index-BUILDone.js', '')],
  ])('says how it is built while there is %s, and is whole after a build', async (_state, change) => {
    const served = await servedPage();
    change(served);
    expect((await served.ask('/')).text).toContain(UNBUILT);
    served.build('BUILDtwo');
    expect((await served.ask('/')).text).toContain('/assets/index-BUILDtwo.js');
    expect(await served.ask('/assets/view-BUILDtwo.js')).toMatchObject({ status: 200 });
  });

  it.each([
    ['a view is missing', ({ remove }: Served) => remove('assets/view-BUILDone.js')],
    ['a view is empty', ({ write }: Served) => write('assets/view-BUILDone.js', '')],
    ['a worker is missing', ({ remove }: Served) => remove('assets/worker-BUILDone.js')],
    [
      'half of a view was written right now',
      ({ pageFolder }: Served) => writeFileSync(join(pageFolder, 'assets/view-BUILDone.js'), "'a pa"),
    ],
  ])('is served and not kept while %s', async (_state, change) => {
    const served = await servedPage();
    change(served);
    expect((await served.ask('/')).text).toContain('/assets/index-BUILDone.js');
    served.build('BUILDone');
    expect(await served.ask('/assets/view-BUILDone.js')).toMatchObject({
      status: 200,
      text: "'a part of BUILDone'",
    });
    expect(await served.ask('/assets/worker-BUILDone.js')).toMatchObject({ status: 200 });
  });

  it('gives browsers nothing to keep', async () => {
    const { ask, pageFolder } = await servedPage();
    writeFileSync(join(pageFolder, 'assets/view-BUILDone.js'), "'a pa");
    const { text, headers } = await ask('/assets/view-BUILDone.js');
    expect(text).toBe("'a pa");
    expect(headers.get('cache-control')).toBe('no-cache');
  });
});

describe('the page of a service with a stray item beside its assets', () => {
  it.each([
    ['an empty folder', (folder: string) => mkdirSync(join(folder, 'stray.js'))],
    ['a link to nothing', (folder: string) => symlinkSync('nowhere.js', join(folder, 'stray-link.js'))],
    [
      'a link to a file outside',
      (folder: string) => {
        const outside = temporaryFolder({ 'secret.txt': 'a secret' });
        symlinkSync(join(outside, 'secret.txt'), join(folder, 'stray-link.txt'));
      },
    ],
    ['a file larger than a page', (folder: string) => sparseFile(join(folder, 'stray.js'), 300_000_000)],
    ['a file of no kind that a page has', (folder: string) => writeFileSync(join(folder, 'stray.exe'), 'MZ')],
  ])('is whole beside %s, which is not served', async (_kind, stray) => {
    const { ask, pageFolder } = await servedPage();
    stray(join(pageFolder, 'assets'));
    settle(pageFolder);
    expect((await ask('/')).text).toContain('/assets/index-BUILDone.js');
    expect((await ask('/assets/view-BUILDone.js')).headers.get('cache-control')).toContain('immutable');
    for (const name of ['stray.js', 'stray-link.js', 'stray-link.txt', 'stray.exe'])
      expect(await ask(`/assets/${name}`), name).toMatchObject({ status: 404 });
  });

  it('is whole beside a pipe, which nobody waits for', unless(onWindows), async () => {
    const { ask, pageFolder } = await servedPage();
    execFileSync('mkfifo', [join(pageFolder, 'assets', 'stray.js')]);
    settle(pageFolder);
    expect((await ask('/')).text).toContain('/assets/index-BUILDone.js');
    expect(await ask('/assets/stray.js')).toMatchObject({ status: 404 });
  });

  it('has all its own files beside more others than a page has', async () => {
    const { ask, pageFolder } = await servedPage();
    // Their names come first in every order by name.
    for (let index = 0; index < 1_500; index += 1)
      writeFileSync(join(pageFolder, 'assets', `0-${index}.js`), 'a stray');
    settle(pageFolder);
    for (const part of ['index', 'view', 'worker'])
      expect(await ask(`/assets/${part}-BUILDone.js`), part).toMatchObject({ status: 200 });
  });

  it('follows no link in place of index.html or of the folder of its assets', async () => {
    const outside = temporaryFolder(filesOf('BUILDtwo'));
    for (const name of ['index.html', 'assets']) {
      const { ask, pageFolder } = await servedPage();
      rmSync(join(pageFolder, name), { recursive: true });
      writeFiles(pageFolder, name === 'assets' ? { 'index.html': filesOf('BUILDtwo')['index.html'] } : {});
      symlinkSync(join(outside, name), join(pageFolder, name));
      expect((await ask('/')).text, name).toContain(UNBUILT);
    }
  });
});

describe('the files of a page', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('are read once for many first requests, and never again', async () => {
    const { ask } = await servedPage();
    const opened = vi.spyOn(fs, 'open');
    await Promise.all(Array.from({ length: 8 }, () => ask('/')));
    await ask('/assets/view-BUILDone.js');
    expect(opened).toHaveBeenCalledTimes(Object.keys(filesOf('BUILDone')).length);
  });

  const built = builtPage();
  const unbuilt = built === undefined ? 'the page isn’t built' : undefined;
  it('are all served of the real build, which is kept', unless(unbuilt), async () => {
    const { ask, pageFolder } = await servedPage();
    rmSync(join(pageFolder, 'assets'), { recursive: true });
    cpSync(built ?? '', pageFolder, { recursive: true });
    settle(pageFolder);
    for (const name of readdirSync(join(pageFolder, 'assets'))) {
      const { status, headers } = await ask(`/assets/${name}`);
      expect({ name, status }).toEqual({ name, status: 200 });
      expect(headers.get('cache-control')).toContain('immutable');
    }
  });
});

type Served = Awaited<ReturnType<typeof servedPage>>;

function sparseFile(path: string, bytes: number): void {
  writeFileSync(path, '');
  truncateSync(path, bytes);
}
