import { describe, expect, it } from 'vitest';
import { type LoginFacts, loginExecutable, whyNoLoginItem } from '../../../src-main/login/login-entry.ts';

const APP: LoginFacts = {
  platform: 'linux',
  isPackaged: true,
  execPath: '/opt/Skills Registry/skills-registry',
  env: {},
};

describe('starting at login', () => {
  it('is the installed app’s alone, on every system', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(whyNoLoginItem({ ...APP, platform })).toBeUndefined();
      expect(whyNoLoginItem({ ...APP, platform, isPackaged: false })).toContain('development run');
    }
  });

  it('is left to the system inside Flatpak and Snap', () => {
    expect(whyNoLoginItem({ ...APP, env: { FLATPAK_ID: 'x' } })).toContain('Flatpak');
    expect(whyNoLoginItem({ ...APP, env: { SNAP: '/snap/x' } })).toContain('Snap');
  });
});

describe('what is started', () => {
  const MOUNTED = { APPIMAGE: '/home/me/Skills.AppImage', APPDIR: '/tmp/.mount_SkillsX' };

  it('is the AppImage that this process runs out of, never its mount point', () => {
    expect(loginExecutable({ ...APP, execPath: `${MOUNTED.APPDIR}/skills-registry`, env: MOUNTED })).toBe(
      MOUNTED.APPIMAGE,
    );
  });

  it('is the executable where the AppImage is that of a terminal', () => {
    expect(loginExecutable({ ...APP, env: MOUNTED })).toBe(APP.execPath);
    expect(loginExecutable({ ...APP, env: { APPIMAGE: '/home/me/Terminal.AppImage' } })).toBe(APP.execPath);
    expect(
      loginExecutable({ ...APP, execPath: '/tmp/.mount_SkillsXY/app', env: MOUNTED }),
      'a neighbour whose name begins alike',
    ).toBe('/tmp/.mount_SkillsXY/app');
  });
});
