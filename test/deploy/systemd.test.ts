import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCli, temporaryUserFolder } from '../support/built-cli.ts';
import { temporaryFolder, temporaryRegistry, writeFiles } from '../support/temporary-registry.ts';
import { ask } from '../support/test-server.ts';
import { onWindows, type Reason, unless } from '../support/unless.ts';
import { urlOf } from '../support/url-of.ts';

const FILE = 'skills-registry@.service';
const unit = readFileSync(`deploy/${FILE}`, 'utf8');

const withoutSystemd: Reason =
  spawnSync('systemd-analyze', ['--version']).status === 0 ? undefined : 'systemd-analyze isn’t here';

/** The unit of port 8701, with a command that exists. */
function analyze(...args: readonly string[]): SpawnSyncReturns<string> {
  const folder = temporaryFolder({
    'skills-registry@8701.service': unit.replace(/\/usr\/local\/bin\/\S+/, '/bin/true'),
  });
  return spawnSync('systemd-analyze', [...args, join(folder, 'skills-registry@8701.service')], {
    encoding: 'utf8',
  });
}

describe('the unit for systemd', unless(onWindows), () => {
  it('has nothing in it that systemd complains of', unless(withoutSystemd), () => {
    const { status, stderr } = analyze('verify');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('exposes as little as the page says', unless(withoutSystemd), () => {
    const [, said = ''] = /exposure level of (\d\.\d)/.exec(readFileSync('docs/sharing.md', 'utf8')) ?? [];
    const { stdout } = analyze('security', '--offline=true');
    const [, measured = ''] = /exposure level for \S+: (\d\.\d)/.exec(stdout) ?? [];
    // Newer versions of systemd weigh more settings.
    expect(Math.abs(Number(measured) - Number(said)), stdout).toBeLessThanOrEqual(0.3);
  });

  it('starts a service that asks for the token, and ends well when it is told', async () => {
    const credentials = temporaryFolder();
    writeFiles(credentials, { token: 'a-token-of-the-team-0123456789' });
    chmodSync(join(credentials, 'token'), 0o400);
    const [, command = ''] = /^ExecStart=\S+ ((?:.*\\\n)*.*)$/m.exec(unit) ?? [];
    const words = command
      .replaceAll('\\\n', ' ')
      // The usual port may be in use where this runs.
      .replace('%i', '0')
      .replace('/srv/team-skills', temporaryRegistry(['js/acme/tiny']))
      .replace(/\$\{CREDENTIALS_DIRECTORY\}/, credentials)
      .split(/ +/);
    const cli = startCli(words, { userFolder: temporaryUserFolder() });
    const url = await urlOf(cli);
    const headers = { Host: 'skills.example.com', Authorization: 'Bearer a-token-of-the-team-0123456789' };
    expect((await ask(`${url}/v1/skills`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/v1/skills`)).status).toBe(401);
    cli.process.kill('SIGTERM');
    expect(await cli.exited).toBe(0);
  });
});
