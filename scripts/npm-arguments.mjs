/**
 * The arguments of a script as they were meant, where npm kept an option for itself: of `npm start --port 8712` and
 * `npm start -r ~/skills`, written without `--`, only the value arrives; of `--port=8712` only a variable.
 */
import { resolve } from 'node:path';

/** Options whose value follows. */
const REGISTRY = /^(?:--registry|-r)$/;

/**
 * @param args what arrived
 * @param env the environment, as npm made it
 * @returns the arguments with their options again, and the registry's folder as a whole path: a script runs in the
 *   project's folder, and the path was typed elsewhere
 */
export function npmArguments(args, env = process.env) {
  const named = withRegistry(withPort(args, env));
  const folder = env.INIT_CWD ?? process.cwd();
  return named.map((arg, at) => {
    if (REGISTRY.test(named[at - 1] ?? '')) return wholePath(folder, arg);
    const [, option, path] = /^(--registry=)(.+)$/.exec(arg) ?? [];
    return option === undefined ? arg : option + wholePath(folder, path);
  });
}

function withPort(args, env) {
  if (/^\d{1,5}$/.test(args[0] ?? '')) return ['--port', ...args];
  return /^\d{1,5}$/.test(env.npm_config_port ?? '') ? ['--port', env.npm_config_port, ...args] : args;
}

/** A first word that is no option, behind the port: the folder. */
function withRegistry(args) {
  const at = args[0] === '--port' ? 2 : 0;
  const isFolder = args[at] !== undefined && !args[at].startsWith('-');
  return isFolder ? [...args.slice(0, at), '--registry', ...args.slice(at)] : args;
}

/** The shell leaves `~` alone behind `=`. */
function wholePath(folder, path) {
  return path.startsWith('~') ? path : resolve(folder, path);
}
