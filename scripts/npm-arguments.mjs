/**
 * The arguments of a script as they were meant, where npm kept an option for itself: of `npm start --port 8712` and
 * `npm start -r ~/skills`, written without `--`, only the value arrives; of `--port=8712` only a variable.
 */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** Options whose value follows. */
const REGISTRY = /^(?:--registry|-r)$/;
const PORT = /^\d{1,5}$/;

/**
 * @param args what arrived
 * @param env the environment, as npm made it
 * @returns the arguments with their options again, and the registry's folder as a whole path: a script runs in the
 *   project's folder, and the path was typed elsewhere
 */
export function npmArguments(args, env = process.env) {
  const folder = env.INIT_CWD ?? process.cwd();
  return withOptions(args, env).map((arg, at, named) => {
    if (REGISTRY.test(named[at - 1] ?? '')) return wholePath(folder, arg);
    const [, option, path] = /^(--registry=)(.+)$/.exec(arg) ?? [];
    return option === undefined ? arg : option + wholePath(folder, path);
  });
}

/** The commands of the command line, which `npm start` isn't. */
export const COMMANDS = [
  'serve',
  'status',
  'stop',
  'list',
  'match',
  'sync',
  'export',
  'search',
  'find',
  'show',
  'mcp',
  'connect',
  'doctor',
  'validate',
  'index',
  'init',
  'submit',
  'remove',
  'report',
  'remove-command',
];

/**
 * That a command was given to `npm start`, which takes folders, and how it is run; undefined where none was, or where a
 * folder is called like that.
 *
 * @param args what arrived
 * @param root the project's folder
 */
export function refuseCommand(args, root, env = process.env) {
  const [command = ''] = args;
  const here = env.INIT_CWD ?? process.cwd();
  if (!COMMANDS.includes(command) || existsSync(resolve(here, command))) return undefined;
  const script = relative(here, resolve(root, 'dist/server/skills-registry.cjs'));
  const shown = isPlainWord(script) ? script : `"${script}"`;
  // Words that a shell would read otherwise are the typist's to quote.
  const words = args.every(isPlainWord) ? args : [command];
  return `npm start only opens a registry; ${command} is a command. Run it with: node ${shown} ${words.join(' ')}`;
}

/** Every shell takes it for one word, and for itself. */
function isPlainWord(word) {
  return /^[\w@%+:,./\\-]+$/.test(word);
}

/** The first words that are no options, in either order: a number is the port, anything else the folder. */
function withOptions(args, env) {
  const first = args.findIndex((arg) => arg.startsWith('-'));
  const words = args.slice(0, first === -1 ? 2 : Math.min(first, 2));
  const port = [...words, env.npm_config_port ?? ''].find((word) => PORT.test(word));
  const folder = words.find((word) => !PORT.test(word));
  const kept = new Set([port, folder]);
  return [
    ...(port === undefined ? [] : ['--port', port]),
    ...(folder === undefined ? [] : ['--registry', folder]),
    ...words.filter((word) => !kept.has(word)),
    ...args.slice(words.length),
  ];
}

/** The shell leaves `~` alone behind `=`. */
function wholePath(folder, path) {
  return path.startsWith('~') ? path : resolve(folder, path);
}
