import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { notOnLinux, unless } from '../../support/unless.ts';

/** A desktop whose browser writes down what it was asked to open. */
function desktop() {
  const folder = temporaryFolder({
    'xdg-open': '#!/bin/sh\necho "$1" > "$OPENED.part" && mv "$OPENED.part" "$OPENED"\n',
  });
  chmodSync(join(folder, 'xdg-open'), 0o755);
  const opened = join(folder, 'opened');
  return { opened, env: { PATH: `${folder}:${process.env['PATH']}`, DISPLAY: ':0', OPENED: opened } };
}

function serve(args: readonly string[], env: Record<string, string>) {
  const registry = temporaryRegistry(['cpp/gabime/spdlog']);
  return startCli(['serve', '-r', registry, '-p', '0', ...args], { userFolder: temporaryUserFolder(), env });
}

describe('serve --open', unless(notOnLinux), () => {
  it('opens the page that it serves', async () => {
    const { opened, env } = desktop();
    const { out } = serve(['--open'], env);
    await expect.poll(() => existsSync(opened)).toBe(true);
    await expect.poll(out).toContain(`Open      ${readFileSync(opened, 'utf8').trim()} in a browser`);
  });

  it.each([
    ['in CI', { CI: '1' }, 'this is a CI job'],
    ['over ssh', { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, 'this is a session over ssh'],
    ['without a display', { DISPLAY: '' }, 'there is no display'],
  ])('opens nothing %s, and says why', async (_where, changes, why) => {
    const { opened, env } = desktop();
    const { err } = serve(['--open'], { ...env, ...changes });
    await expect.poll(err).toContain(`The page is not opened: ${why}.`);
    expect(existsSync(opened)).toBe(false);
  });
});
