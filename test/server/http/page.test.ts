/** The page of a service, while its folder is built anew. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../src-server/http/app.ts';
import { listen } from '../../../src-server/http/server.ts';
import { brokenApp } from '../../support/openapi-check.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';

const filesOf = (build: string) => ({
  'index.html': `<!doctype html><title>${build}</title><script src="/assets/index-${build}.js"></script>`,
  [`assets/index-${build}.js`]: `import('./view-${build}.js')`,
  [`assets/view-${build}.js`]: `'a part of ${build}'`,
});

/** A service over the page of the build `one`, and what writes another build into its place. */
async function servedPage(files: Readonly<Record<string, string>> = filesOf('one')) {
  const pageFolder = temporaryFolder(files);
  const { port, close } = await listen(createApp({ ...brokenApp, pageFolder }), {
    host: '127.0.0.1',
    port: 0,
  });
  onTestFinished(() => close(0));
  return {
    ask: async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    },
    build(name: string) {
      rmSync(join(pageFolder, 'assets'), { recursive: true });
      writeFiles(pageFolder, filesOf(name));
    },
    remove: (path: string) => rmSync(join(pageFolder, path)),
    write: (path: string, text: string) => writeFileSync(join(pageFolder, path), text),
  };
}

describe('the page of a service whose program is built anew', () => {
  it('has the parts that it had when it was opened', async () => {
    const { ask, build } = await servedPage();
    expect((await ask('/')).text).toContain('/assets/index-one.js');
    build('two');
    expect((await ask('/')).text).toContain('/assets/index-one.js');
    expect(await ask('/assets/index-one.js')).toMatchObject({ status: 200 });
    expect(await ask('/assets/view-one.js')).toMatchObject({ status: 200, text: "'a part of one'" });
    expect(await ask('/assets/view-two.js')).toMatchObject({ status: 404 });
  });

  it('is the new one where nobody has opened it before', async () => {
    const { ask, build } = await servedPage();
    build('two');
    expect((await ask('/')).text).toContain('/assets/index-two.js');
    expect(await ask('/assets/view-two.js')).toMatchObject({ status: 200 });
  });

  it('is whole again after a build that was seen in its midst', async () => {
    const { ask, remove, write } = await servedPage();
    remove('assets/index-one.js');
    expect((await ask('/')).text).toContain('npm run build makes the page');
    write('assets/index-one.js', '');
    expect((await ask('/')).text).toContain('/assets/index-one.js');
  });

  it('has files by their own names alone, with their types, which browsers keep', async () => {
    const { ask } = await servedPage();
    const { headers } = await ask('/assets/view-one.js');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toContain('immutable');
    expect(await ask('/assets/..%2findex.html')).toMatchObject({ status: 404 });
  });
});
