/** Ends by a signal: a thread in a hung disk call can't be terminated, and a normal exit would wait. */
export function leaveWithoutWaiting(): void {
  process.once('exit', () => {
    // Without listeners SIGTERM ends the process at once.
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  });
}
