/**
 * Ends the process by a signal at exit. A thread in a hung disk call can't be terminated, and a normal exit
 * would wait for the thread.
 */
export function leaveWithoutWaiting(): void {
  process.once('exit', () => {
    // Without listeners SIGTERM ends the process at once.
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  });
}
