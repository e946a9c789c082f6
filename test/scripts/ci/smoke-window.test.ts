import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, pictureCommand, readStatus } from '../../../scripts/ci/smoke-window.mjs';
import { freePort } from '../../../scripts/free-port.mjs';
import { findBrowser } from '../../../scripts/provision-browser.mjs';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { unless } from '../../support/unless.ts';

const browserPath = findBrowser();

const noBrowser = browserPath === undefined ? 'there is no Chromium' : undefined;

describe('the window of a program with a debugging port', unless(noBrowser), () => {
  it('is found by its address, and gives its heading and what its service says', async () => {
    const server = createServer((request, response) => {
      const isStatus = request.url === '/v1/status';
      response.setHeader('Content-Type', isStatus ? 'application/json' : 'text/html');
      response.end(isStatus ? '{"registry":{"sample":true},"counts":{"skills":10}}' : '<h1>Skills</h1>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const port = await freePort();
    const switches = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--no-first-run'];
    const own = [`--user-data-dir=${temporaryFolder()}`, `--remote-debugging-port=${port}`];
    const program = spawn(browserPath ?? '', [...switches, ...own, origin], { stdio: 'ignore' });
    onTestFinished(async () => {
      program.kill('SIGTERM');
      await once(program, 'exit');
    });
    const { browser, page } = await openPage(`http://127.0.0.1:${port}`, origin);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Skills');
    expect(await readStatus(page)).toEqual({ registry: { sample: true }, counts: { skills: 10 } });
    await browser.close();
  });
});

describe('a picture of the desktop', () => {
  it('is taken by a program of each system', () => {
    expect(pictureCommand('darwin', '/tmp/a.png')).toEqual(['screencapture', '-x', '/tmp/a.png']);
    expect(pictureCommand('linux', '/tmp/a.png')).toEqual(['scrot', '--overwrite', '/tmp/a.png']);
    expect(pictureCommand('win32', "C:\\it's\\a.png").at(-1)).toContain("Save('C:\\it''s\\a.png')");
  });
});
