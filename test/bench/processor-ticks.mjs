import { readFileSync } from 'node:fs';

/** Processor time of a process with its threads, in ticks of 10 ms (Linux). */
export function processorTicks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
