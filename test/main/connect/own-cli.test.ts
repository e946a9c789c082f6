import { describe, expect, it } from 'vitest';
import { type OwnCliFacts, ownCli } from '../../../src-main/connect/own-cli.ts';

const facts = (changes: Partial<OwnCliFacts> = {}): OwnCliFacts => ({
  platform: 'linux',
  isPackaged: true,
  execPath: '/opt/Skills Registry/skills-registry',
  env: {},
  folder: '/opt/Skills Registry/resources/cli',
  nodeOnPath: undefined,
  isThere: () => true,
  ...changes,
});

describe('the command line that came with the app', () => {
  it('is its own Node and the script, beside the app, on each system', () => {
    expect(ownCli(facts())).toEqual({
      node: '/opt/Skills Registry/resources/cli/node',
      script: '/opt/Skills Registry/resources/cli/dist/server/skills-registry.cjs',
    });
    const mac = '/Applications/Skills Registry.app/Contents/Resources/cli';
    expect(ownCli(facts({ platform: 'darwin', folder: mac }))).toHaveProperty('node', `${mac}/node`);
    const windows = 'C:\\Users\\me\\AppData\\Local\\Programs\\skills-registry\\resources\\cli';
    expect(ownCli(facts({ platform: 'win32', folder: windows }))).toEqual({
      node: `${windows}\\node.exe`,
      script: `${windows}\\dist\\server\\skills-registry.cjs`,
    });
  });

  it('is none in an AppImage, whose files go when it ends', () => {
    const env = { APPIMAGE: '/home/me/Skills.AppImage', APPDIR: '/tmp/.mount_Skills' };
    const mounted = facts({ env, execPath: '/tmp/.mount_Skills/skills-registry' });
    expect(ownCli(mounted)).toEqual({ why: expect.stringContaining('Install the deb package') });
  });

  it('is there for an app that another AppImage’s terminal started', () => {
    const env = { APPIMAGE: '/home/me/Terminal.AppImage', APPDIR: '/tmp/.mount_Terminal' };
    expect(ownCli(facts({ env }))).toHaveProperty('node');
  });

  it.each([
    '/private/var/folders/x/T/AppTranslocation/1/d/Skills Registry.app/Contents/Resources/cli',
    '/Volumes/Skills Registry/Skills Registry.app/Contents/Resources/cli',
  ])('is none where macOS runs the app from a passing place: %s', (folder) => {
    expect(ownCli(facts({ platform: 'darwin', folder }))).toEqual({
      why: expect.stringContaining('Move it to Applications'),
    });
  });

  it('is the project’s own in a development run, on the Node of the PATH', () => {
    const run = facts({ isPackaged: false, folder: '/code/skills', nodeOnPath: '/usr/bin/node' });
    expect(ownCli(run)).toEqual({
      node: '/usr/bin/node',
      script: '/code/skills/dist/server/skills-registry.cjs',
    });
    expect(ownCli({ ...run, nodeOnPath: undefined })).toEqual({ why: expect.stringContaining('no Node') });
  });

  it('is none where a part is missing, which is named', () => {
    expect(ownCli(facts({ isThere: (file) => !file.endsWith('/node') }))).toEqual({
      why: 'This build is incomplete: /opt/Skills Registry/resources/cli/node is missing.',
    });
  });
});
