import type { MenuItemConstructorOptions } from 'electron';
import { expect, it, vi } from 'vitest';
import { applicationMenu } from '../../src-main/application-menu.ts';

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
