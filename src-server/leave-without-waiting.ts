/** By a signal: a normal exit would wait for threads in hung disk calls. */
export function leaveWithoutWaiting(): void {
  process.once('exit', () => {
    // Without listeners SIGTERM ends the process at once.
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  });
}
