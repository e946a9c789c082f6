/** Preloaded: a process writes the processor time that all its threads used, in µs, to its file 3 when it ends. */
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(3, String(user + system));
});
