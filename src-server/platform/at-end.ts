import { readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';

/** Those that end a program which doesn't listen to them. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const cleanups = new Set<() => void>();
let isListening = false;

/**
 * Registers what must not outlive this process: a child, a lock, a temporary folder. If a signal, `process.exit` or an
 * uncaught error ends the process first, `cleanup` runs, and the process ends by that signal. A program that listens to
 * the signal itself ends in its own way, and the cleanups run when it exits.
 *
 * @param cleanup synchronous; may throw
 * @returns takes it back, once the work has ended in its own way
 */
export function atEnd(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  if (!isListening) listen();
  return () => {
    cleanups.delete(cleanup);
    if (cleanups.size === 0) stopListening();
  };
}

/** `atEnd` for a temporary file or folder. */
export function removeAtEnd(path: string): () => void {
  // Retries: a child that was just ended may have written into it.
  return atEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
}

function listen(): void {
  isListening = true;
  process.on('exit', cleanUp);
  for (const signal of SIGNALS) if (!isIgnored(signal)) process.on(signal, endBy);
}

function stopListening(): void {
  isListening = false;
  process.off('exit', cleanUp);
  for (const signal of SIGNALS) process.off(signal, endBy);
}

function endBy(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  cleanUp();
  stopListening();
  // Without a listener the signal ends the process: shells see 130 or 143.
  process.kill(process.pid, signal);
}

function cleanUp(): void {
  // The last first: a child ends before the folder that it writes is removed.
  for (const cleanup of [...cleanups].reverse())
    try {
      cleanup();
    } catch {
      // The others run all the same.
    }
  cleanups.clear();
}

/** Started by `nohup`, for example. Known on Linux only. */
function isIgnored(signal: (typeof SIGNALS)[number]): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    return ((BigInt(`0x${mask}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n;
  } catch {
    return false;
  }
}
