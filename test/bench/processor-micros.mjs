/** What this process uses of the processor while `work` runs, in microseconds. */
export function processorMicros(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
