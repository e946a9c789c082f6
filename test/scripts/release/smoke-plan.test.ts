import { describe, expect, it } from 'vitest';
import { packedApp, unpackedFolder } from '../../../scripts/packed-app.mjs';
import {
  installPlan,
  processesIn,
  signatureCommand,
  signatureObjection,
} from '../../../scripts/release/smoke-plan.mjs';

describe('installPlan', () => {
  it('takes a disk image apart and puts the app where apps are', () => {
    const { install, folder, binary, gone } = installPlan('/r/a.dmg', { RUNNER_TEMP: '/t' });
    expect(install.map(([command]) => command)).toEqual(['hdiutil', 'rm', 'ditto', 'hdiutil']);
    expect(install[2]).toEqual([
      'ditto',
      '/t/skills-registry-volume/Skills Registry.app',
      '/Applications/Skills Registry.app',
    ]);
    expect(binary).toBe(packedApp(folder ?? '', 'darwin').binary);
    expect(gone).toEqual(['/Applications/Skills Registry.app']);
  });

  it('runs the installer of Windows silently, for the user alone, with a login entry to be left and taken', () => {
    const plan = installPlan('C:\\r\\a.exe', { LOCALAPPDATA: 'C:\\Users\\u\\AppData\\Local' });
    const folder = 'C:\\Users\\u\\AppData\\Local\\Programs\\skills-registry';
    expect(plan.install).toEqual([['C:\\r\\a.exe', '/S']]);
    expect(plan.binary).toBe(packedApp(folder, 'win32').binary);
    expect(plan.uninstall).toEqual([[`${folder}\\Uninstall Skills Registry.exe`, '/S']]);
    expect(plan.loginEntry?.set).toContain('org.skills-registry.app');
  });

  it('lets the package manager install a deb, and start it with its sandbox', () => {
    const { install, binary, switches, uninstall, folder } = installPlan('/r/a.deb', {});
    expect(install).toEqual([['sudo', 'apt-get', 'install', '-y', '--reinstall', '/r/a.deb']]);
    expect([folder, binary, switches]).toEqual(['/opt/Skills Registry', '/usr/bin/skills-registry-app', []]);
    expect(uninstall).toHaveLength(1);
  });

  it('starts an AppImage where it lies', () => {
    expect(installPlan('/r/a.AppImage', {})).toMatchObject({
      binary: '/r/a.AppImage',
      folder: undefined,
      uninstall: [],
    });
  });

  it('knows no other', () => {
    expect(() => installPlan('/r/a.zip', {})).toThrow('Nothing is known');
  });
});

describe('where the packing tool leaves the app', () => {
  it.each([
    ['linux', 'x64', 'linux-unpacked'],
    ['linux', 'arm64', 'linux-arm64-unpacked'],
    ['win32', 'x64', 'win-unpacked'],
    ['win32', 'arm64', 'win-arm64-unpacked'],
    ['darwin', 'x64', 'mac'],
    ['darwin', 'arm64', 'mac-arm64'],
  ] as const)('%s %s: %s', (platform, arch, folder) => {
    expect(unpackedFolder(platform, arch)).toBe(folder);
  });

  it('has its fuses in the framework on macOS, in the program elsewhere', () => {
    expect(packedApp('/a', 'darwin').fuses).toContain('/Electron Framework.framework/Electron Framework');
    expect(packedApp('C:\\a', 'win32').fuses).toBe('C:\\a\\Skills Registry.exe');
    expect(packedApp('/a', 'linux')).toEqual({
      app: '/a',
      binary: '/a/skills-registry-app',
      resources: '/a/resources',
      fuses: '/a/skills-registry-app',
    });
  });
});

describe('a signature', () => {
  const packed = { app: '/A.app', binary: "C:\\it's.exe" };

  it('is asked for where the system has some', () => {
    expect(signatureCommand('darwin', packed)).toEqual([
      'codesign',
      '--verify',
      '--deep',
      '--strict',
      '/A.app',
    ]);
    expect(signatureCommand('win32', packed)?.at(-1)).toContain("'C:\\it''s.exe'");
    expect(signatureCommand('linux', packed)).toBeUndefined();
  });

  it('must be whole on macOS, where also an unsigned build has one', () => {
    expect(signatureObjection('darwin', false, { status: 0, output: '' })).toBeUndefined();
    expect(signatureObjection('darwin', false, { status: 1, output: 'a sealed resource is missing\n' })).toBe(
      'the signature is broken: a sealed resource is missing',
    );
  });

  it('must be there on Windows where the build was signed, and only there', () => {
    const ask = (isSigned: boolean, output: string) =>
      signatureObjection('win32', isSigned, { status: 0, output });
    expect(ask(true, 'Valid\r\n')).toBeUndefined();
    expect(ask(false, 'NotSigned\r\n')).toBeUndefined();
    expect(ask(true, 'NotSigned')).toBe('the signature is NotSigned and must be Valid');
    expect(ask(false, 'HashMismatch')).toBe('the signature is HashMismatch and must be NotSigned');
  });
});

it('finds the processes of an app by where their programs lie', () => {
  const listing =
    '  1 /sbin/init\n 20 /opt/Skills Registry/skills-registry --type=zygote\n\n21 /usr/bin/sh /opt/x\n';
  expect(processesIn('/opt/Skills Registry', listing)).toEqual([20]);
  expect(processesIn('C:\\P\\s', '7 C:\\P\\s\\a.exe\r\n8 C:\\W\\b.exe\r\n')).toEqual([7]);
});
