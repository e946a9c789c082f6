/** Worker threads in a utility process, ended and started again and again: the way of the app that others use least. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, discoveryFiles, expect, serverIs, test } from './desktop-test.ts';
import { descendants, isAlive } from './processes.ts';

/** On the stand-in a process is plain Node's, so a few rounds show all that they can. */
const [ROUNDS_ON_ELECTRON, ROUNDS_ON_STAND_IN] = [200, 3];
const LONGEST_MS = 1_200_000;

test('the service stops and starts again and again, and leaves one process and nothing forced', async ({
  start,
}) => {
  test.setTimeout(LONGEST_MS);
  const app = await start();
  const page = await app.page();
  const rounds = app.runtime.startsWith('Electron') ? ROUNDS_ON_ELECTRON : ROUNDS_ON_STAND_IN;
  const pids = new Set<number>();
  for (let round = 0; round < rounds; round += 1) {
    const { status } = await serverIs(page, 'serving');
    pids.add(status.pid);
    const listed = await page.evaluate(async () => (await fetch('/v1/skills')).json());
    expect(listed.skills).toHaveLength(status.counts.skills);
    expect((await ask(page, 'stopServer')).phase).toBe('stopped');
    expect(discoveryFiles(app)).toEqual([]);
    await ask(page, 'startServer');
  }
  const { pid } = (await serverIs(page, 'serving')).status;
  expect(pids.size).toBe(rounds);
  expect([...pids].filter(isAlive)).toEqual([]);
  expect(descendants(app.pid)).toContain(pid);
  // A worker thread that holds the process open would have to be forced, after seconds.
  const log = readFileSync(join(app.userData, 'logs', 'main.log'), 'utf8');
  expect(log).not.toMatch(/A process is ended|did not end/);
  expect((await app.quit()).leftovers).toEqual([]);
});

test('Back of the mouse goes one view back, and Forward one view forward', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  const hash = () => page.evaluate(() => location.hash);
  for (const view of ['project', 'agents', 'source'])
    await page.evaluate((to) => {
      location.hash = `#/${to}`;
    }, view);
  await expect.poll(hash).toBe('#/source');
  const cdp = await page.context().newCDPSession(page);
  const press = async (button: 'back' | 'forward') => {
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await cdp.send('Input.dispatchMouseEvent', { type, button, x: 300, y: 300, clickCount: 1 });
  };
  await press('back');
  await expect.poll(hash).toBe('#/agents');
  await press('back');
  await expect.poll(hash).toBe('#/project');
  await press('forward');
  await expect.poll(hash).toBe('#/agents');
});
