import { describe, expect, it, vi } from 'vitest';
import { createCommands, type ElectronForCommands } from '../../src-main/commands.ts';
import { Refusal } from '../../src-main/contract/requests.ts';
import { DEFAULT_SETTINGS } from '../../src-main/contract/settings.ts';
import type { DesktopApp } from '../../src-main/desktop-app.ts';

/** An app, and a system that does what it is told; both only remember. */
function setUp(window?: object) {
  const electron = {
    app: { focus: vi.fn(), quit: vi.fn() },
    clipboard: { writeText: vi.fn(async () => {}) },
    dialog: {
      showOpenDialog: vi.fn(async () => ({ canceled: true, filePaths: [] as string[] })),
    },
    shell: { openPath: vi.fn(async () => ''), openExternal: vi.fn(), showItemInFolder: vi.fn() },
  };
  const state = { phase: 'serving', folder: process.cwd() };
  const desktop = {
    supervisor: {
      state,
      registry: process.cwd(),
      url: 'http://127.0.0.1:8701',
      start: vi.fn(async () => state),
      stop: vi.fn(async () => state),
      restart: vi.fn(async () => state),
    },
    window: { current: window, show: vi.fn() },
    options: {
      store: {
        get: () => DEFAULT_SETTINGS,
        update: vi.fn(),
        forgetRegistry: vi.fn(),
        settled: async () => {},
      },
      paths: { home: '/home/me', logs: '/logs', settingsFile: '/settings.json' },
      loginItem: { set: vi.fn(async () => {}) },
    },
    refreshSettings: vi.fn(async () => ({})),
    settingsChanged: vi.fn(async () => ({})),
    switchPort: vi.fn(async () => state),
    notices: { tell: vi.fn() },
  };
  const commands = createCommands(
    desktop as unknown as DesktopApp,
    electron as unknown as ElectronForCommands,
  );
  return { electron, desktop, commands };
}

describe('asking for a folder', () => {
  it('belongs to the window where there is one', async () => {
    const window = {};
    const { commands, electron } = setUp(window);
    expect(await commands.chooseRegistry()).toEqual({ outcome: 'cancelled' });
    expect(electron.dialog.showOpenDialog).toHaveBeenCalledWith(window, expect.anything());
    expect(electron.app.focus).not.toHaveBeenCalled();
  });

  it('comes to the front where there is none', async () => {
    const { commands, electron } = setUp();
    await commands.chooseRegistry();
    expect(electron.app.focus).toHaveBeenCalledWith({ steal: true });
    expect(electron.app.focus).toHaveBeenCalledBefore(electron.dialog.showOpenDialog);
  });
});

describe('a action that can’t be done', () => {
  it('is refused with the system’s own sentence', async () => {
    const { commands, electron } = setUp();
    electron.shell.openPath.mockResolvedValue('There is no application for folders.');
    await expect(commands.showLogs()).rejects.toThrow(new Refusal('There is no application for folders.'));
  });

  it('is refused for a link that is none of ours', async () => {
    const { commands, electron } = setUp();
    await expect(commands.openLink('file:///etc/passwd')).rejects.toThrow(Refusal);
    expect(electron.shell.openExternal).not.toHaveBeenCalled();
  });

  it('is refused for a file outside of the registry', async () => {
    const { commands, electron } = setUp();
    await expect(commands.reveal('/etc/passwd')).rejects.toThrow(Refusal);
    expect(electron.shell.showItemInFolder).not.toHaveBeenCalled();
  });

  it('shows a file at a second click, too, while the first one is looked for', async () => {
    const { commands, electron } = setUp();
    await Promise.all([commands.reveal('package.json'), commands.reveal('package.json')]);
    expect(electron.shell.showItemInFolder).toHaveBeenCalledTimes(2);
  });
});

it('another port is remembered before it is taken', async () => {
  const { commands, desktop } = setUp();
  await commands.serveOnPort(8702);
  expect(desktop.options.store.update).toHaveBeenCalledWith({ port: 8702 });
  expect(desktop.options.store.update).toHaveBeenCalledBefore(desktop.switchPort);
});

it.each([
  ['linux', ['openDirectory'], 'Choose a registry of skills (Ctrl+H shows hidden folders)'],
  ['darwin', ['openDirectory', 'showHiddenFiles'], 'Choose a registry of skills'],
  ['win32', ['openDirectory', 'showHiddenFiles'], 'Choose a registry of skills'],
] as const)(
  'the dialog for a folder shows hidden ones on %s, or says how',
  async (platform, properties, title) => {
    const { commands, electron, desktop } = setUp({});
    Object.assign(desktop.options, { platform });
    expect(await commands.chooseRegistry()).toEqual({ outcome: 'cancelled' });
    expect(electron.dialog.showOpenDialog).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ properties, title }),
    );
  },
);
