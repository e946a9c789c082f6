import { homedir, userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { expandPath, type Machine, settingsFolder } from '../../../src-server/connect/machine.ts';
import { absolute, homeFolder, userFolders } from '../../../src-server/platform/files.ts';
import { onWindows, unless } from '../../support/unless.ts';

describe('the folders of a user', unless(onWindows), () => {
  it.each([
    ['the XDG folder', { XDG_DATA_HOME: '/d' }, '/d'],
    ['the home folder without it', {}, '/home/a/.local/share'],
    ['the home folder if it is empty', { XDG_DATA_HOME: '' }, '/home/a/.local/share'],
    ['the home folder if it is relative', { XDG_DATA_HOME: 'd' }, '/home/a/.local/share'],
    ['the home folder if it begins with a dot', { XDG_DATA_HOME: './d' }, '/home/a/.local/share'],
  ])('are below %s', (_, env, data) => {
    expect(userFolders(env, 'linux', '/home/a')).toEqual({ data: `${data}/skills-registry` });
  });

  it('are those of the XDG variables without any home', () => {
    const env = { XDG_DATA_HOME: '/d' };
    expect(userFolders(env, 'linux', '')).toMatchObject({ data: '/d/skills-registry' });
  });

  it('are on Windows where LOCALAPPDATA says, if it is absolute', () => {
    const data = (local: string) => userFolders({ LOCALAPPDATA: local }, 'win32', 'C:\\Users\\a').data;
    expect(data('D:\\Local')).toMatch(/^D:\\Local/);
    expect(data('Local')).toMatch(/^C:\\Users\\a/);
  });

  it('need a home where nothing else says, and the sentence says what to set', () => {
    const without = () => userFolders({ XDG_DATA_HOME: 'rel' }, 'linux', '');
    expect(without).toThrow('Set HOME');
  });

  it.each(['', 'relative', undefined])('are in the account’s home if HOME is %j', (HOME) => {
    expect(homeFolder({ HOME })).toBe(userInfo().homedir);
    expect(absolute(homedir())).toBe(homedir());
  });
});

describe('the settings of clients', () => {
  const machine = (env: Machine['env']): Machine => ({
    ...{ platform: 'linux', home: '/home/a', env, applications: [], systemFile: () => undefined },
  });

  it.each(['relconf', '', './conf'])('are not below a relative folder: %j', (folder) => {
    const there = machine({ XDG_CONFIG_HOME: folder });
    expect(settingsFolder(there)).toBe('/home/a/.config');
    expect(expandPath('<xdg>/zed', there)).toBe('/home/a/.config/zed');
    expect(expandPath('<XDG_CONFIG_HOME|~/.config>/amp', there)).toBe('/home/a/.config/amp');
  });

  it('are where the variable says', () => {
    expect(expandPath('<XDG_CONFIG_HOME|~/.config>/amp', machine({ XDG_CONFIG_HOME: '/conf' }))).toBe(
      '/conf/amp',
    );
  });
});
