/** `npm run serve -- …`: the built `skills-registry serve` with the options given. */
import { runBuiltCli } from './run-built-cli.mjs';

await runBuiltCli(['serve', ...process.argv.slice(2)]);
