/**
 * A thread that waits for a disk can't be ended, and the end of the process would wait for it: the process leaves
 * without that, by a signal, as the last thing it does.
 */
export function leaveWithoutWaiting(): void {
  process.once('exit', () => {
    // Without listeners the system's own way is back: the process ends at once.
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  });
}
