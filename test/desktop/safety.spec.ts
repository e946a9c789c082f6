import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, expect, serverIs, test } from './desktop-test.ts';

test('the page has its bridge and nothing else, and no other window has it', { tag: '@packed' }, async ({
  start,
  target,
}) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  const seen = await page.evaluate(() => ({
    frozen: Object.isFrozen((window as unknown as { skillsDesktop: object }).skillsDesktop),
    require: typeof (window as unknown as { require: unknown }).require,
    process: typeof (window as unknown as { process: unknown }).process,
    path: (
      window as unknown as { skillsDesktop: { pathForFile(file: File): string } }
    ).skillsDesktop.pathForFile(new File(['x'], 'passwd')),
  }));
  expect(seen).toEqual({ frozen: true, require: 'undefined', process: 'undefined', path: '' });
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.append('window.__inline = true');
    document.body.append(script);
    return '__inline' in window;
  });
  expect(ran).toBe(false);
  // Nobody answers there: what tells is who refused it. That nobody did shows by no end.
  const refusedBy = await page.evaluate(
    () =>
      new Promise((done) => {
        document.addEventListener('securitypolicyviolation', (refusal) => done(refusal.effectiveDirective));
        fetch('http://127.0.0.1:1/').catch(() => undefined);
      }),
  );
  expect(refusedBy).toBe('connect-src');
  expect(app.foreignRequests()).toEqual([]);
  await app.evaluate(
    ({ BrowserWindow }, preload) => {
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      return other.loadURL('app://skills/no-page').catch(() => undefined);
    },
    join(target.folder, 'dist/main/preload.cjs'),
  );
  await expect.poll(async () => (await app.pages()).length).toBe(2);
  const [, foreign] = await app.pages();
  if (foreign === undefined) throw new Error('The second window is missing.');
  await expect(ask(foreign, 'getSettings')).rejects.toThrow('untrusted-sender');
});

test('navigating away and opening windows are refused; outside links open in the browser', async ({
  start,
}) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  // The app's own views are in the hash.
  const address = () => page.url().split('#')[0];
  const before = address();
  await page.evaluate(() => void window.open('http://example.com/'));
  await page.evaluate(() => void window.open('https://example.com/'));
  await page.evaluate(() => {
    location.href = 'https://example.com/';
  });
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'file:///etc/passwd';
    link.target = '_blank';
    document.body.append(link);
    link.click();
  });
  const log = () => readFileSync(join(app.userData, 'logs', 'main.log'), 'utf8');
  await expect.poll(log).toMatch(/A new window was refused\. .*example\.com/);
  await expect.poll(app.opened).toEqual([['openExternal', 'https://example.com/']]);
  await expect.poll(log).toMatch(/A navigation was refused\. .*example\.com/);
  await serverIs(page, 'serving');
  expect(address()).toBe(before);
  expect(await app.pages()).toHaveLength(1);
  expect(app.foreignRequests()).toEqual([]);
});

test('only https and the IDEs’ own links are opened, and only what lies in the registry is', {
  tag: '@packed',
}, async ({ start, target }) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  const ide = 'cursor://anysphere.cursor-deeplink/mcp/install?name=skills&config=e30%3D';
  await ask(page, 'openExternal', { url: 'https://example.com/docs' });
  await ask(page, 'openExternal', { url: ide });
  for (const url of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://example.com/',
    'vscode://file/etc/passwd',
  ])
    await expect(ask(page, 'openExternal', { url }), url).rejects.toThrow('refused');
  await ask(page, 'openFile', { path: 'skills/cpp' });
  await ask(page, 'openFile', { path: 'skills/cpp/gabime/spdlog/safety.md', line: 3 });
  for (const path of ['../../../etc/passwd', '/etc/passwd'])
    await expect(ask(page, 'openFile', { path }), path).rejects.toThrow('refused');
  const skill = { key: 'cpp/gabime/spdlog', file: 'safety.md' };
  await ask(page, 'openSkillFile', { ...skill, with: 'editor' });
  await ask(page, 'openSkillFile', { ...skill, with: 'file-manager' });
  const example = { ...skill, file: 'examples/basic.cpp', with: 'editor' } as const;
  await expect(ask(page, 'openSkillFile', example)).rejects.toThrow('refused');
  for (const file of ['../../../../../etc/passwd', '../nope.md'])
    await expect(ask(page, 'openSkillFile', { ...skill, file, with: 'editor' }), file).rejects.toThrow(
      'refused',
    );
  const safety = join(target.sample, 'skills/cpp/gabime/spdlog/safety.md');
  expect(await app.opened()).toEqual([
    ['openExternal', 'https://example.com/docs'],
    ['openExternal', ide],
    ['showItemInFolder', join(target.sample, 'skills/cpp')],
    ['openPath', safety],
    ['openPath', safety],
    ['showItemInFolder', safety],
  ]);
});
