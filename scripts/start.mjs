/**
 * `npm start`: starts the desktop app, or else serves the same page for the browser and says why. Builds if
 * dist/ is missing or outdated.
 *
 *   npm start -- --port 8710      on another port
 *   npm start -- -r ~/skills      with this registry
 *   npm start -- --browser        for the browser; as with any other option of `skills-registry serve`
 *   npm start -- --no-open        opens no browser, where the app can't run
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  findElectron,
  installElectron,
  restrictsNamespaces,
  whyBrowser,
  whyEnded,
} from './desktop-runtime.mjs';
import { ensureBuilt, npmArguments, refuseArguments, runBuiltCli } from './run-built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = npmArguments(process.argv.slice(2));
/** The app opens a window, so that it has no such option. */
const args = given.filter((arg) => arg !== '--open' && arg !== '--no-open');
const open = given.includes('--no-open') ? '--no-open' : '--open';
/** An app that ends within this time has not started. */
const STARTED_MS = 5_000;

function whyNoDesktop() {
  const reason = whyBrowser({
    args,
    platform: process.platform,
    env: process.env,
    isRoot: process.getuid?.() === 0,
  });
  if (reason !== undefined) return reason;
  return installElectron(root);
}

function serveForBrowser(reason) {
  console.log(
    `The desktop app does not run here: ${reason}. The service runs without it; its page in the browser searches, reads and shows problems.`,
  );
  return runBuiltCli(['serve', ...args.filter((arg) => arg !== '--browser' && arg !== '--hidden'), open]);
}

function startDesktop(binary) {
  const startedAt = Date.now();
  const failed = (reason) => void serveForBrowser(reason);
  let isStopping = false;
  let child;
  // Registered before the app starts, or the app could outlive this process.
  // Ctrl+C of a terminal reaches the app directly; a forwarded second signal would skip its shutdown.
  process.on('SIGINT', () => {
    isStopping = true;
  });
  for (const signal of ['SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      isStopping = true;
      child.kill(signal);
    });
  child = spawn(binary, [root, ...args], { stdio: 'inherit', cwd: root });
  child.once('error', (error) => failed(error.message));
  child.once('exit', (code, signal) => {
    if (code === 0 || isStopping) process.exit(code ?? 0);
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM').removeAllListeners('SIGHUP');
    if (Date.now() - startedAt < STARTED_MS) {
      const { platform } = process;
      failed(whyEnded({ signal, code, platform, restrictsNamespaces: restrictsNamespaces() }));
    } else process.exit(code ?? 1);
  });
}

async function start() {
  const reason = whyNoDesktop();
  const binary = findElectron(root);
  if (reason === undefined && binary !== undefined) startDesktop(binary);
  else await serveForBrowser(reason ?? 'Electron is not installed');
}

const refusal = refuseArguments(process.argv.slice(2));
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(2);
}
ensureBuilt(root);
if (args.some((arg) => arg === '--help' || arg === '-h')) await runBuiltCli(['serve', '--help']);
else await start();
