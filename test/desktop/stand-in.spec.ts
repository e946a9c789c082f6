/** Whether the stand-in refuses what Electron would: each case breaks the built app and must be noticed. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, freePort, onRealElectron, serverIs, test, unless } from './desktop-test.ts';
import { type DesktopDriver, forget, type LaunchOptions, launchDesktop } from './driver.ts';
import { PROJECT } from './project.ts';

const MAIN = 'dist/main/main.js';
const PRELOAD = 'dist/main/preload.cjs';
/** Runs `code` once the app is ready, before its window. */
const atReady = (code: string) => ({
  file: MAIN,
  from: /denyPermissions\(session\w*\.defaultSession\)/,
  to: `((() => { ${code} })(), $&)`,
});
/** Runs `code` before the app is ready. */
const atOnce = (code: string) => ({
  file: MAIN,
  from: /protocol\w*\.registerSchemesAsPrivileged\(/,
  to: `((() => { ${code} })()); $&`,
});

/** What is replaced in a file of the built app. */
interface Mutation {
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
}

interface Mutant extends Mutation {
  readonly name: string;
  readonly refusal: RegExp;
}

/** What an app may not call: each by itself, in one app that goes on after each. */
const CALLS: ReadonlyArray<readonly [name: string, code: string, refusal: RegExp]> = [
  [
    'a member that the stand-in does not have',
    'electron.app.getGPUFeatureStatus()',
    /App\.getGPUFeatureStatus exists in Electron .* does not implement/,
  ],
  [
    'an event that Electron does not have',
    'electron.app.on("exploded", () => {})',
    /no event 'exploded' on App/,
  ],
  ['a violation that the app swallows', 'electron.app.frobnicate()', /has no App\.frobnicate/],
  [
    'an argument of another type',
    'electron.app.exit("now")',
    /App\.exit: exitCode: 'now' is none of number, undefined/,
  ],
  [
    'an argument that is missing',
    'electron.shell.openExternal()',
    /Shell\.openExternal: url: undefined is no string/,
  ],
  [
    'more arguments than there are',
    'electron.app.getName(true)',
    /App\.getName: 1 arguments where there are 0 at most/,
  ],
  [
    'a word that Electron does not know',
    'electron.Menu.buildFromTemplate([{ role: "editMenu" }, { submenu: [{ role: "edit" }] }])',
    /template\[1\]\.submenu\[0\]\.role: 'edit' is none of/,
  ],
  [
    'an object of another class',
    'new electron.Tray(electron.Menu.buildFromTemplate([]))',
    /new Tray: image: .* is none of NativeImage, string/,
  ],
  [
    'a property that is set to what it can’t be',
    'electron.nativeTheme.themeSource = "midnight"',
    /themeSource: 'midnight' is none of 'system', 'light', 'dark'/,
  ],
  ['a listener that is none', 'electron.app.on("activate", undefined)', /a listener of App is no function/],
  [
    'a static member that Electron does not have',
    'electron.Notification.permit()',
    /no Notification\.permit/,
  ],
  [
    'a dialog that nobody asked for',
    'electron.dialog.showErrorBox("a", "b")',
    /dialog\.showErrorBox was not scripted/,
  ],
];

const MUTANTS: readonly Mutant[] = [
  {
    name: 'a member that Electron does not have',
    ...atReady('electron.app.frobnicate()'),
    refusal: /Electron 45\.\d+\.\d+ has no App\.frobnicate/,
  },
  {
    ...{ name: 'an option that Electron does not have', file: MAIN, from: /autoHideMenuBar: ?!0/ },
    ...{ to: 'autoHideMenuBars: !0', refusal: /no BrowserWindowConstructorOptions\.autoHideMenuBars/ },
  },
  {
    ...{ name: 'an option of another type', file: MAIN, from: /autoHideMenuBar: ?!0/ },
    ...{ to: 'autoHideMenuBar: "yes"', refusal: /autoHideMenuBar: 'yes' is none of boolean, undefined/ },
  },
  {
    ...{ name: 'Node in the page', file: MAIN, from: /nodeIntegration: ?!1/ },
    ...{ to: 'nodeIntegration: !0', refusal: /nodeIntegration is not allowed/ },
  },
  {
    ...{ name: 'a page without a sandbox', file: MAIN, from: /sandbox: ?!0/ },
    ...{ to: 'sandbox: !1', refusal: /sandbox: false is not allowed/ },
  },
  {
    name: 'a window before the app is ready',
    ...atOnce('try { new electron.BrowserWindow({}); } catch {}'),
    refusal: /BrowserWindow before app is ready/,
  },
  {
    ...{ name: 'a tray without its picture', file: MAIN, from: /"-light"/g },
    ...{ to: '"-missing"', refusal: /the tray's picture .* is not there/ },
  },
  {
    ...{ name: 'a scheme that is not privileged', file: MAIN, from: /supportFetchAPI: ?!0/ },
    ...{ to: 'supportFetchAPI: !1', refusal: /a page needs standard, secure and supportFetchAPI/ },
  },
  {
    ...{ name: 'a window that may be opened', file: MAIN, from: /action: ?"deny"/ },
    ...{ to: 'action: "allow"', refusal: /window\.open\(.*\) was not refused/ },
  },
  {
    ...{ name: 'a preload that requires more than electron', file: PRELOAD, from: 'require("electron")' },
    ...{ to: '(require("node:fs"), require("electron"))', refusal: /module not found: node:fs/ },
  },
  {
    ...{ name: 'a preload that reads the environment', file: PRELOAD, from: 'require("electron")' },
    ...{ to: '(process.env.HOME, require("electron"))', refusal: /process\.env is not there/ },
  },
];

function mutate({ file, from, to }: Mutation): string {
  const folder = mkdtempSync(join(tmpdir(), 'skills-mutant-'));
  cpSync(join(PROJECT, 'dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(PROJECT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(PROJECT, 'assets'), join(folder, 'assets'));
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const changed = source.replace(from, to);
  if (changed === source) throw new Error(`${file} has no ${from}: the mutant is none.`);
  // The bundle renames what it imports; a mutant brings its own.
  writeFileSync(path, file === MAIN ? `import * as electron from 'electron';\n${changed}` : changed);
  return folder;
}

async function openSomething(app: DesktopDriver): Promise<void> {
  const page = await app.page();
  await page.evaluate(() => window.open('https://example.com/'));
}

test.describe('the stand-in', { tag: '@ci' }, () => {
  unless(onRealElectron);

  for (const mutant of MUTANTS)
    test(`notices ${mutant.name}`, async () => {
      await expectRefusals(mutant, [[mutant.name, mutant.refusal]]);
    });

  test('notices each call that Electron would refuse, also where the app swallows that', async () => {
    const code = CALLS.map(([, call]) => `try { ${call}; } catch {}`).join(' ');
    await expectRefusals(
      atReady(code),
      CALLS.map(([name, , refusal]) => [name, refusal]),
    );
  });

  test('notices a message box without a window on macOS, where it blocks the main process', async () => {
    const code = 'try { electron.dialog.showMessageBox({ message: "Hello" }); } catch {}';
    const refusal = /showMessageBox without a window blocks the main process on macOS/;
    await expectRefusals(atReady(code), [['the box', refusal]], { platform: 'darwin' });
  });

  test('has the effects of Electron that one would rather forget', async ({ start }) => {
    const app = await start({ platform: 'win32', isPackaged: false });
    await app.page();
    const seen = await app.evaluate(async ({ Menu, nativeTheme, BrowserWindow, screen }) => {
      const { items } = Menu.buildFromTemplate([
        { type: 'radio', label: 'first' },
        { type: 'radio', label: 'second' },
      ]);
      const themes = () => [
        nativeTheme.shouldUseDarkColors,
        nativeTheme.shouldUseDarkColorsForSystemIntegratedUI,
      ];
      const before = themes();
      const updated = new Promise((resolve) => nativeTheme.once('updated', () => resolve(themes())));
      nativeTheme.themeSource = 'light';
      const after = await updated;
      const [window] = BrowserWindow.getAllWindows();
      window?.setSize(9_000, 9_000);
      return {
        checked: items.map((item) => item.checked),
        ...{ before, after },
        isGranted: (window?.getSize()[1] ?? 0) > screen.getPrimaryDisplay().workAreaSize.height,
      };
    }, null);
    expect(seen).toEqual({
      checked: [true, false],
      before: [false, false],
      after: [false, true],
      isGranted: false,
    });
  });

  test('lets the app as it is go on without a complaint', async ({ start }) => {
    const app = await start();
    await serverIs(await app.page(), 'serving');
    expect(app.problems()).toEqual([]);
  });
});

/** Starts the mutant, and waits until it was refused for all of these reasons. */
async function expectRefusals(
  mutant: Mutation,
  refusals: ReadonlyArray<readonly [name: string, refusal: RegExp]>,
  system: Pick<LaunchOptions, 'platform'> = {},
): Promise<void> {
  const folder = mutate(mutant);
  const app = await launchDesktop({
    appFolder: folder,
    ...system,
    args: ['--port', String(await freePort())],
  }).catch((error: unknown) => String(error));
  try {
    if (typeof app === 'string') {
      for (const [name, refusal] of refusals) expect(app, name).toMatch(refusal);
      return;
    }
    openSomething(app).catch(() => undefined);
    for (const [name, refusal] of refusals)
      await expect.poll(() => app.problems().join('\n'), { message: name }).toMatch(refusal);
  } finally {
    if (typeof app !== 'string') {
      await app.dispose();
      await forget(app.home);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
