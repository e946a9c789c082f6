/** Fails unless all jobs in NEEDS (`toJSON(needs)`) succeeded; skipped jobs count as failed. */
import { fileURLToPath } from 'node:url';

/** Pure. */
export function unsuccessful(needs) {
  const jobs = Object.entries(needs);
  if (jobs.length === 0) return ['nothing was needed'];
  return jobs
    .filter(([, { result }]) => result !== 'success')
    .map(([name, { result }]) => `${name}: ${result}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failed = unsuccessful(JSON.parse(process.env.NEEDS ?? '{}'));
  for (const line of failed) console.error(line);
  process.exit(failed.length > 0 ? 1 : 0);
}
