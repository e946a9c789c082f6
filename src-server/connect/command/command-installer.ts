import { existsSync, promises as fs } from 'node:fs';
import { join } from 'node:path';
import { type CliFiles, COMMAND_NAME, type CommandState } from '../../contract/clients/command.ts';
import { pathSentence } from '../../contract/clients/command-words.ts';
import type { ConnectResult } from '../../contract/clients/connect.ts';
import type { NoCommand } from '../../contract/clients/mcp-clients.ts';
import { guardPath, READ_PLAIN, WriteRefused } from '../../writing/guarded-path.ts';
import { markOf, writeInside } from '../../writing/write-inside.ts';
import type { Machine } from '../machine.ts';
import { createPathInspector, type InspectPath } from '../path-inspector.ts';
import { commandScript, readCommandScript } from './command-script.ts';
import { isSamePath, pathState, withFolder, withoutFolder } from './path-state.ts';
import type { UserPath } from './user-path.ts';

export interface CommandInstallerOptions {
  readonly machine: Machine;
  readonly cli: CliFiles | NoCommand;
  /** `PATH` of a new terminal. */
  readonly terminalPath: () => Promise<string>;
  readonly userPath: UserPath;
  /** Default: `createPathInspector()`. */
  readonly look?: InspectPath;
}

/** Only `install` and `remove` write. No administrator rights needed. */
export interface CommandInstaller {
  state(): Promise<CommandState>;
  install(): Promise<ConnectResult>;
  remove(): Promise<ConnectResult>;
}

type Found = 'nothing' | 'foreign' | CliFiles;

export function createCommandInstaller(options: CommandInstallerOptions): CommandInstaller {
  const { machine, cli, userPath, look = createPathInspector() } = options;
  const isWindows = machine.platform === 'win32';
  const localData = machine.env['LOCALAPPDATA'] || join(machine.home, 'AppData', 'Local');
  const folder = isWindows ? join(localData, 'skills-registry', 'bin') : join(machine.home, '.local', 'bin');
  const name = isWindows ? `${COMMAND_NAME}.cmd` : COMMAND_NAME;
  const file = join(folder, name);
  const text = 'why' in cli ? undefined : commandScript(cli, machine.platform, localData);

  function whyNot(): string | undefined {
    if ('why' in cli) return cli.why;
    return text === undefined ? `No script can name ${cli.node}. Move the app to a plainer path.` : undefined;
  }

  async function newPath(): Promise<string> {
    const own = await options.terminalPath();
    // The system's folders come before the user's.
    return isWindows ? `${own};${await userPath.read().catch(() => '')}` : own;
  }

  async function state(): Promise<CommandState> {
    const [found, path] = await Promise.all([readCommand(file), newPath()]);
    const unsupported = whyNot();
    return {
      file,
      found: typeof found === 'string' ? found : await nameOf(found, options, look),
      ...(typeof found === 'string' ? {} : { starts: found.script }),
      ...(unsupported === undefined ? {} : { unsupported }),
      path: pathState({
        platform: machine.platform,
        ...{ file, path, shell: machine.env['SHELL'], isThere: existsSync },
      }),
    };
  }

  /** Sentence on failure, otherwise ''. */
  async function changePath(change: (path: string, folder: string) => string): Promise<string> {
    if (!isWindows) return '';
    try {
      const before = await userPath.read();
      const after = change(before, folder);
      if (after !== before) await userPath.replace(before, after);
      return '';
    } catch {
      return ` Your Path could not be changed: look for ${folder} in it yourself (Settings, System, About, Advanced system settings).`;
    }
  }

  return {
    state,
    install: () =>
      refusable(async () => {
        const why = whyNot();
        if (text === undefined || why !== undefined) return { ok: false, message: why ?? '' };
        await fs.mkdir(folder, { recursive: true });
        const expected = await markOf(folder, name);
        if ((await readCommand(file)) === 'foreign') return { ok: false, message: foreign(file) };
        await writeInside(folder, name, text, { mode: 0o755, expected });
        const complaint = await changePath(withFolder);
        return { ok: true, message: `Installed at ${file}.${complaint}${advice(await state())}` };
      }),
    remove: () =>
      refusable(async () => {
        const found = await readCommand(file);
        if (found === 'foreign') return { ok: false, message: foreign(file) };
        if (found !== 'nothing') {
          const guarded = await guardPath(folder, name);
          await guarded.checkAgain();
          await fs.unlink(guarded.path);
        }
        const complaint = await changePath(withoutFolder);
        if (isWindows) await fs.rmdir(folder).catch(() => {});
        return { ok: true, message: `Removed ${file}.${complaint}` };
      }),
  };
}

async function readCommand(file: string): Promise<Found> {
  const handle = await fs.open(file, READ_PLAIN).catch((error: NodeJS.ErrnoException) => error);
  if (handle instanceof Error) return handle.code === 'ENOENT' ? 'nothing' : 'foreign';
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > MAX_SCRIPT_BYTES) return 'foreign';
    return readCommandScript(await handle.readFile('utf8')) ?? 'foreign';
  } finally {
    await handle.close();
  }
}

/** Exceeds our script with the longest paths. */
const MAX_SCRIPT_BYTES = 131_072;

async function nameOf(
  found: CliFiles,
  { cli, machine }: CommandInstallerOptions,
  look: InspectPath,
): Promise<CommandState['found']> {
  const kinds = await Promise.all([found.node, found.script].map(look));
  if (kinds.includes('nothing')) return 'gone';
  const isSame = (a: string, b: string) => isSamePath(a, b, machine.platform);
  const isOwn = 'why' in cli || (isSame(cli.node, found.node) && isSame(cli.script, found.script));
  return isOwn ? 'ours' : 'other-copy';
}

function foreign(file: string): string {
  return `${file} is another program’s, so it is left as it is. Move it away, then try again.`;
}

function advice({ path }: CommandState): string {
  if (path.state === 'found') return ' New terminals find it.';
  const line = path.state === 'lacking' ? path.line : undefined;
  return ` ${pathSentence(path)}${line === undefined ? '' : ` Run this in a terminal, then open a new one: ${line}`}`;
}

async function refusable(work: () => Promise<ConnectResult>): Promise<ConnectResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WriteRefused) return { ok: false, message: error.message };
    const { code, message } = error as NodeJS.ErrnoException;
    return { ok: false, message: `Nothing was changed: ${code ?? message}.` };
  }
}
