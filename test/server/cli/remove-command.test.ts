import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandScript } from '../../../src-server/connect/command/command-script.ts';
import { runCliProcess, temporaryUserFolder } from '../../support/built-cli.ts';
import { onWindows, unless } from '../../support/unless.ts';

const OWN = { node: process.execPath, script: resolve('dist/server/skills-registry.cjs') };

/** A home with an installed command that starts these files. */
function homeWith(text: string | undefined): { readonly userFolder: string; readonly file: string } {
  const userFolder = temporaryUserFolder();
  const file = join(userFolder, '.local', 'bin', 'skills-registry');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text ?? '');
  return { userFolder, file };
}

describe('skills-registry remove-command, which the uninstaller runs', unless(onWindows), () => {
  it('takes the command back that starts this copy', async () => {
    const { userFolder, file } = homeWith(commandScript(OWN, 'linux', undefined));
    const { code, out } = await runCliProcess(['remove-command'], { userFolder });
    expect({ code, out }).toEqual({ code: 0, out: `Removed ${file}.\n` });
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    [
      'another copy of the app',
      commandScript({ ...OWN, script: resolve('package.json') }, 'linux', undefined),
    ],
    ['another program', '#!/bin/sh\necho mine\n'],
  ])('leaves the command of %s', async (_what, text) => {
    const { userFolder, file } = homeWith(text);
    const { code, out } = await runCliProcess(['remove-command'], { userFolder });
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(existsSync(file)).toBe(true);
  });

  it('is run by the installer’s script, from where the app has its command line', () => {
    expect(readFileSync('assets/installer.nsh', 'utf8')).toContain(
      '"$INSTDIR\\resources\\cli\\node.exe" "$INSTDIR\\resources\\cli\\dist\\server\\skills-registry.cjs" remove-command',
    );
  });

  it('is nothing that people are told of', async () => {
    const { out } = await runCliProcess(['--help'], { userFolder: temporaryUserFolder() });
    expect(out).not.toContain('remove-command');
  });
});
