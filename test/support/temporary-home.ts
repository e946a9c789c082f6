/**
 * Global setup of Vitest and Playwright: every test has a home folder that is not the developer's, and a `PATH` without an
 * installed `skills-registry`. The run fails if the developer's own state changed all the same.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { userFolders } from '../../src-server/platform/files.ts';

const COMMANDS = ['skills-registry', 'skills-registry.cmd', 'skills-registry.exe', 'skills-registry.ps1'];
/** Marks a process that has a temporary home already: Vitest runs this once for each of its projects. */
const MARK = 'SKILLS_REGISTRY_TEST_HOME';

/** @returns the teardown, which throws if the developer's own state changed */
export default function setup(): (() => void) | undefined {
  if (process.env[MARK] !== undefined) return undefined;
  const { data } = userFolders();
  const before = readState(data);
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-home-'));
  Object.assign(process.env, testEnvironment(process.env, folder), { [MARK]: folder });
  return () => {
    rmSync(folder, { recursive: true, force: true });
    const changed = changedFiles(before, readState(data));
    if (changed.length === 0) return;
    // Vitest only prints what a teardown throws.
    process.exitCode = 1;
    throw new Error(
      `The tests changed your own files in ${data}: ${changed.join(', ')}. If your own service or an agent ran meanwhile, run them again.`,
    );
  };
}

/** Variables that send everything of a user's into `folder`, apart from tools that are looked up in the real home. */
export function testEnvironment(
  env: NodeJS.ProcessEnv,
  folder: string,
  home = homedir(),
): Record<string, string> {
  const own = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  const tools = { RUSTUP_HOME: '.rustup', CARGO_HOME: '.cargo' };
  return {
    ...Object.fromEntries(
      Object.entries(tools)
        .filter(([name, inHome]) => env[name] === undefined && existsSync(join(home, inHome)))
        .map(([name, inHome]) => [name, join(home, inHome)]),
    ),
    ...{ HOME: own('home'), USERPROFILE: own('home'), LOCALAPPDATA: own('local'), APPDATA: own('roaming') },
    ...{ XDG_DATA_HOME: own('data'), XDG_CACHE_HOME: own('cache'), XDG_CONFIG_HOME: own('config') },
    XDG_STATE_HOME: own('state'),
    PATH: pathWithoutCommand(env['PATH'] ?? '', folder),
  };
}

/** The same programs, but for our command. */
function pathWithoutCommand(path: string, folder: string): string {
  const without = (bin: string, at: number) => {
    if (!COMMANDS.some((name) => existsSync(join(bin, name)))) return bin;
    const links = join(folder, `bin-${at}`);
    mkdirSync(links);
    for (const name of readdirSync(bin))
      if (!COMMANDS.includes(name)) symlinkSync(join(bin, name), join(links, name));
    return links;
  };
  return path.split(delimiter).map(without).join(delimiter);
}

/** Path to content, of all files below a folder. */
type State = ReadonlyMap<string, string>;

export function readState(folder: string): State {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const files = names.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile());
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'base64')]));
}

export function changedFiles(before: State, after: State): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}
