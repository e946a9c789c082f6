/** `npm run serve -- …`: runs the built `skills-registry serve`. */
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';

const REGISTRY = /^(?:--registry|-r)$/;

/** Returns the arguments with absolute paths of registries: the user typed them in another folder. */
export function npmArguments(args, { INIT_CWD = process.cwd() } = process.env) {
  // Shells don't expand `~` after `=`.
  const whole = (path) => (path.startsWith('~') ? path : resolve(INIT_CWD, path));
  return args.map((arg, at) => {
    if (REGISTRY.test(args[at - 1] ?? '')) return whole(arg);
    return arg.replace(/^(--registry=)(.+)$/, (_, option, path) => option + whole(path));
  });
}

/**
 * Why `npm start` refuses its arguments; undefined if it accepts them. npm consumes options that are not behind `--`: it
 * hands on their values as words, and `--port=8712` as a variable alone.
 */
export function refuseArguments(args, { npm_config_port } = process.env) {
  const [first] = args;
  if ((first === undefined || first.startsWith('-')) && npm_config_port === undefined) return undefined;
  return [
    'npm start takes options behind --, such as: npm start -- -r my-registry --port 8712',
    'For a command: node dist/server/skills-registry.cjs <command>',
  ].join('\n');
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs the built command in this process and in npm's first folder. Builds it if need be. */
export async function runBuiltCli(args) {
  ensureBuilt(root);
  const cli = join(root, 'dist', 'server', 'skills-registry.cjs');
  process.argv = [process.execPath, cli, ...args];
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  await import(pathToFileURL(cli).href);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runBuiltCli(['serve', ...npmArguments(process.argv.slice(2))]);
