import { describe, expect, it } from 'vitest';
import { isSingleKey, SHORTCUTS, shownKeys } from '../../../src-renderer/components/shortcut-table.ts';

const all = SHORTCUTS.flatMap(({ shortcuts }) => [...shortcuts]);

describe('the table of shortcuts', () => {
  it('tells every key that it binds', () => {
    for (const shortcut of all) {
      const told = shownKeys(shortcut, 'Ctrl').flat();
      for (const key of shortcut.keys)
        expect(told, shortcut.does).toContain(
          { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' }[key as string] ??
            (key.length === 1 ? key.toUpperCase() : key),
        );
    }
  });

  it('binds no key twice in one place', () => {
    for (const { where, shortcuts } of SHORTCUTS) {
      const keys: string[] = shortcuts.flatMap((shortcut) => [...shortcut.keys]);
      expect(new Set(keys).size, where).toBe(keys.length);
    }
  });

  it('calls the modifier as the system does', () => {
    expect(shownKeys(all[0] as (typeof all)[0], '⌘')).toEqual([['⌘', 'K']]);
  });

  it.each([
    ['j', true],
    ['/', true],
    ['?', true],
    ['Escape', false],
    ['ArrowDown', false],
    ['Enter', false],
  ])('knows whether %s can be pressed by mistake: %j', (key, is) => {
    expect(isSingleKey(key)).toBe(is);
  });
});
