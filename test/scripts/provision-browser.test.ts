import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/temporary-registry.ts';

it('a browser that was named and isn’t there is told, and none is fetched in its place', () => {
  const project = temporaryFolder();
  // Where it would fetch one, it would run this.
  writeFiles(project, {
    'node_modules/playwright/cli.js': "require('node:fs').writeFileSync('fetched', '')",
  });
  const script = `
    import { provisionBrowser } from '${new URL('../../scripts/provision-browser.mjs', import.meta.url).href}';
    console.log(provisionBrowser(process.cwd()) ?? 'none');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: project,
    env: { CHROMIUM_PATH: join(project, 'no-browser'), PATH: project },
    encoding: 'utf8',
  });
  expect(stdout).toBe('none\n');
  expect(stderr).toContain(`CHROMIUM_PATH names ${join(project, 'no-browser')}`);
  expect(existsSync(join(project, 'fetched'))).toBe(false);
});
