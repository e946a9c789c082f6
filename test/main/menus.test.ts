import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { applicationMenu, contextMenu } from '../../src-main/menus.ts';

function itemsOf(platform: NodeJS.Platform) {
  const tellPage = vi.fn();
  const menu = applicationMenu(platform, vi.fn(), tellPage);
  const items = menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
  const click = (label: string) => {
    const found = items.find((item) => item.label === label);
    (found?.click as (() => void) | undefined)?.();
    return (found as MenuItemConstructorOptions).accelerator;
  };
  return { click, tellPage };
}

it.each([
  ['linux', 'Alt+Left', 'Alt+Right'],
  ['win32', 'Alt+Left', 'Alt+Right'],
  ['darwin', 'Cmd+[', 'Cmd+]'],
] as const)('on %s goes back by %s and forward by %s, and finds in the text', (platform, back, forward) => {
  const { click, tellPage } = itemsOf(platform);
  expect(click('Back')).toBe(back);
  expect(click('Forward')).toBe(forward);
  expect(click('Find in Text…')).toBe('CmdOrCtrl+F');
  expect(tellPage.mock.calls).toEqual([['back'], ['forward'], ['find']]);
});

it('keeps the settings where the system has them: in the app’s menu on macOS, else in File', () => {
  const menuWith = (platform: NodeJS.Platform, what: (item: MenuItemConstructorOptions) => boolean) =>
    applicationMenu(platform, vi.fn(), vi.fn())
      .filter(({ submenu }) => Array.isArray(submenu) && submenu.some(what))
      .map(({ role, label }) => role ?? label);
  const isSettings = ({ label, accelerator }: MenuItemConstructorOptions) =>
    label === 'Settings…' && accelerator === 'CmdOrCtrl+,';
  const isQuit = ({ role }: MenuItemConstructorOptions) => role === 'quit';
  expect(menuWith('darwin', isSettings)).toEqual(['appMenu']);
  expect(menuWith('darwin', isQuit)).toEqual(['appMenu']);
  for (const platform of ['linux', 'win32'] as const) {
    expect(menuWith(platform, isSettings)).toEqual(['File']);
    expect(menuWith(platform, isQuit)).toEqual(['File']);
  }
});

describe('a right click', () => {
  it.each([
    ['nothing on plain ground', { isEditable: false, selectionText: '', linkURL: '' }, []],
    ['to copy on a selection', { isEditable: false, selectionText: 'a', linkURL: '' }, ['copy', 'selectAll']],
    [
      'to edit in a field',
      { isEditable: true, selectionText: '', linkURL: '' },
      ['undo', 'cut', 'copy', 'paste', 'selectAll'],
    ],
    [
      'to open on an outside link',
      { isEditable: false, selectionText: '', linkURL: 'https://a.example/b' },
      ['Open link in the browser'],
    ],
    [
      'nothing on a link that may run something',
      { isEditable: false, selectionText: '', linkURL: 'file:///bin/sh' },
      [],
    ],
  ])('offers %s', (_, place, names) => {
    expect(contextMenu(place, () => {}).map(({ role, label }) => role ?? label)).toEqual(names);
  });

  it('opens the link in the browser', () => {
    const open = vi.fn();
    const [item] = contextMenu(
      { isEditable: false, selectionText: '', linkURL: 'https://a.example/b' },
      open,
    );
    const click = item?.click as (() => void) | undefined;
    click?.();
    expect(open).toHaveBeenCalledWith('https://a.example/b');
  });
});
