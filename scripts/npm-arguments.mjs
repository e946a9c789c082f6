/**
 * Restores arguments that npm consumes without `--`: `npm start --port 8712` and `npm start -r ~/skills` pass
 * only the value, `--port=8712` only a variable.
 */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** Options followed by a value. */
const REGISTRY = /^(?:--registry|-r)$/;
const PORT = /^\d{1,5}$/;

/**
 * @returns arguments with restored options and an absolute registry path: the user typed the path in another
 * folder
 */
export function npmArguments(args, env = process.env) {
  const folder = env.INIT_CWD ?? process.cwd();
  return withOptions(args, env).map((arg, at, named) => {
    if (REGISTRY.test(named[at - 1] ?? '')) return wholePath(folder, arg);
    const [, option, path] = /^(--registry=)(.+)$/.exec(arg) ?? [];
    return option === undefined ? arg : option + wholePath(folder, path);
  });
}

/** Not accepted by `npm start`. */
export const COMMANDS = [
  'serve',
  'status',
  'stop',
  'list',
  'match',
  'sync',
  'export',
  'export-site',
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
  'registry',
];

/**
 * Right command line for a command given to `npm start`; undefined without a command, or for a folder of the
 * same name.
 */
export function refuseCommand(args, root, env = process.env) {
  const [command = ''] = args;
  const here = env.INIT_CWD ?? process.cwd();
  if (!COMMANDS.includes(command) || existsSync(resolve(here, command))) return undefined;
  const script = relative(here, resolve(root, 'dist/server/skills-registry.cjs'));
  const shown = isPlainWord(script) ? script : `"${script}"`;
  // Quoting special characters is left to the user.
  const words = args.every(isPlainWord) ? args : [command];
  return `npm start only opens a registry; ${command} is a command. Run it with: node ${shown} ${words.join(' ')}`;
}

/** In any shell. */
function isPlainWord(word) {
  return /^[\w@%+:,./\\-]+$/.test(word);
}

/** Leading words in any order: a number is the port, other text the folder. */
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

/** Shells don't expand `~` after `=`. */
function wholePath(folder, path) {
  return path.startsWith('~') ? path : resolve(folder, path);
}
