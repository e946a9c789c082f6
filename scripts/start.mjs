/**
 * `npm start`: serves the sample registry, or what the options name (`npm start -- --port 8710`). Builds first where
 * dist/ is missing or older than the sources.
 */
import { runBuiltCli } from './run-built-cli.mjs';

await runBuiltCli(['serve', ...process.argv.slice(2)]);
