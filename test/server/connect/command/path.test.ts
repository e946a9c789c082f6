import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type PathFacts,
  pathState,
  withFolder,
  withoutFolder,
} from '../../../../src-server/connect/command/path-state.ts';

const facts = (changes: Partial<PathFacts>): PathFacts => ({
  platform: 'linux',
  file: '/home/me/.local/bin/skills-registry',
  path: '/usr/local/bin:/usr/bin',
  shell: '/bin/bash',
  isThere: () => false,
  ...changes,
});

describe('what PATH lacks', () => {
  it('is nothing where the command’s folder is in it', () => {
    for (const path of ['/usr/bin:/home/me/.local/bin', '/home/me/.local/bin/:/usr/bin'])
      expect(pathState(facts({ path }))).toEqual({ state: 'found' });
    const file = 'C:\\Users\\me\\AppData\\Local\\skills-registry\\bin\\skills-registry.cmd';
    const path = 'C:\\Windows;"c:\\users\\ME\\AppData\\Local\\skills-registry\\bin\\"';
    expect(pathState(facts({ platform: 'win32', file, path }))).toEqual({ state: 'found' });
  });

  it.each([
    ['/bin/zsh', 'darwin', `echo 'export PATH="$HOME/.local/bin:$PATH"' >> "\${ZDOTDIR:-$HOME}/.zshrc"`],
    ['/bin/bash', 'darwin', `echo 'export PATH="$HOME/.local/bin:$PATH"' >> ~/.bash_profile`],
    ['/usr/bin/bash', 'linux', `echo 'export PATH="$HOME/.local/bin:$PATH"' >> ~/.bashrc`],
    ['/usr/bin/fish', 'linux', 'fish_add_path ~/.local/bin'],
    ['/bin/dash', 'linux', `echo 'export PATH="$HOME/.local/bin:$PATH"' >> ~/.profile`],
    [undefined, 'linux', `echo 'export PATH="$HOME/.local/bin:$PATH"' >> ~/.profile`],
  ] as const)('is the folder, with the line for %s on %s', (shell, platform, line) => {
    const state = { state: 'lacking', folder: '/home/me/.local/bin', line };
    expect(pathState(facts({ shell, platform }))).toEqual(state);
  });

  it('needs no line on Windows, where installing adds the folder', () => {
    const file = 'C:\\Users\\me\\AppData\\Local\\skills-registry\\bin\\skills-registry.cmd';
    expect(pathState(facts({ platform: 'win32', file, path: 'C:\\Windows' }))).toEqual({
      state: 'lacking',
      folder: 'C:\\Users\\me\\AppData\\Local\\skills-registry\\bin',
    });
  });

  it('is the first place where another program of the name comes before', () => {
    const path = '/usr/local/bin:/home/me/.local/bin:/usr/bin';
    const other = (file: string) =>
      file === '/usr/local/bin/skills-registry' || file === '/usr/bin/skills-registry';
    expect(pathState(facts({ path, isThere: other }))).toEqual({
      state: 'hidden',
      by: '/usr/local/bin/skills-registry',
    });
    expect(pathState(facts({ path, isThere: (file) => file === '/usr/bin/skills-registry' }))).toEqual({
      state: 'found',
    });
  });
});

describe('a Windows user’s Path', () => {
  const FOLDER = 'C:\\Users\\me\\AppData\\Local\\skills-registry\\bin';
  const part = fc.constantFrom('C:\\Windows', '%USERPROFILE%\\bin', 'D:\\Tools\\', '', '"C:\\a b"', 'ä');

  it('gets the folder at its end, once', () => {
    expect(withFolder('', FOLDER)).toBe(FOLDER);
    expect(withFolder('C:\\a', FOLDER)).toBe(`C:\\a;${FOLDER}`);
    expect(withFolder(`${FOLDER.toUpperCase()}\\;C:\\a`, FOLDER)).toBe(`${FOLDER.toUpperCase()}\\;C:\\a`);
  });

  it('is what it was, to the letter, once the folder is taken out again', () => {
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const path = parts.join(';');
        expect(withFolder(path, FOLDER).split(';')).toContain(FOLDER);
        expect(withoutFolder(withFolder(path, FOLDER), FOLDER)).toBe(path);
      }),
    );
  });

  it('loses nothing but the folder, however it is written', () => {
    expect(withoutFolder(`C:\\a;${FOLDER}\\;%B%`, FOLDER)).toBe('C:\\a;%B%');
    expect(withoutFolder('C:\\a;;%B%', FOLDER)).toBe('C:\\a;;%B%');
  });
});
