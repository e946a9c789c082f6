import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { checkCommandLine, checkHiddenStart } from '../../../scripts/release/smoke-checks.mjs';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

const { version } = packageJson;
const cli = join(process.cwd(), 'dist/server/skills-registry.cjs');

/** A program that takes the app's options and does what `code` says with the `port`. */
function app(code: string): string {
  const file = join(temporaryFolder(), 'app');
  const port = "const port = process.argv[process.argv.indexOf('--port') + 1];";
  writeFileSync(file, `#!${process.execPath}\n${port}\n${code}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Serves as the app does: the same service. */
const SERVE = `process.argv = [process.execPath, 'skills', 'serve', '--port', port, '-r', ${JSON.stringify(
  join(process.cwd(), 'assets/sample-registry'),
)}];\nimport(${JSON.stringify(cli)});`;

describe('the check of a hidden start', unless(onWindows), () => {
  const check = (binary: string, expected = version) =>
    checkHiddenStart({ binary, switches: [], version: expected });

  it('counts the skills that are served, and ends the app', async () => {
    expect(await check(app(SERVE))).toBe(10);
  });

  it('fails for another version', async () => {
    await expect(check(app(SERVE), '99.0.0')).rejects.toThrow(`as version ${version}, not 99.0.0`);
  });

  it('fails for an app that ends, or that is not there', async () => {
    await expect(check(app('process.exit(3);'))).rejects.toThrow('ended with 3 before it served');
    await expect(check('/nowhere/app')).rejects.toThrow('ENOENT');
  });

  it('fails for an app that ends with an error when it is asked to end', async () => {
    const serving = `require('node:http').createServer((request, response) => {
      response.end(JSON.stringify({ version: '1.0.0', skills: [{}] }));
    }).listen(Number(port), '127.0.0.1');
    process.on('SIGTERM', () => process.exit(7));`;
    await expect(check(app(serving), '1.0.0')).rejects.toThrow('ended with 7, not with 0');
  });
});

describe('the check of the command line', () => {
  it('has nothing to say of the one that was built', async () => {
    await expect(checkCommandLine([process.execPath, cli], version)).resolves.toBeUndefined();
  });

  it('fails for another version, and for a program that is not there', async () => {
    await expect(checkCommandLine([process.execPath, cli], '99.0.0')).rejects.toThrow('not 99.0.0');
    await expect(checkCommandLine(['/nowhere/node'], version)).rejects.toThrow('ENOENT');
  });
});
