import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { autostartEntry, executableOf, isDisabled } from '../../../src-main/login/linux-login-item.ts';

describe('autostartEntry', () => {
  it('starts the app in the tray', () => {
    expect(autostartEntry('Skills Registry', '/opt/skills/skills-registry')).toContain(
      'Exec="/opt/skills/skills-registry" --at-login',
    );
  });

  it('doubles per cent signs, which are fields there', () => {
    expect(autostartEntry('x', '/opt/100%')).toContain('"/opt/100%%"');
  });

  it('names an executable that can be read back, whatever is in its path', () => {
    const path = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((text) => `/${text}`);
    fc.assert(
      fc.property(path, (executable) => {
        expect(executableOf(autostartEntry('x', executable))).toBe(executable);
      }),
    );
  });
});

describe('executableOf', () => {
  it('reads an entry that somebody wrote without quotes', () => {
    expect(executableOf('[Desktop Entry]\nExec=/usr/bin/skills-registry-app --at-login\n')).toBe(
      '/usr/bin/skills-registry-app',
    );
  });

  it('is undefined where the entry starts nothing', () => {
    expect(executableOf('[Desktop Entry]\nType=Link\n')).toBeUndefined();
  });
});

describe('isDisabled', () => {
  it('knows both ways in which desktops turn an entry off', () => {
    expect(isDisabled('Hidden=true\n')).toBe(true);
    expect(isDisabled('X-GNOME-Autostart-enabled=false\n')).toBe(true);
    expect(isDisabled(autostartEntry('x', '/x'))).toBe(false);
  });
});
