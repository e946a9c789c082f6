/** `npm run serve -- …`: the built `skills-registry serve` with the options given. */
import { npmArguments } from './npm-arguments.mjs';
import { runBuiltCli } from './run-built-cli.mjs';

await runBuiltCli(['serve', ...npmArguments(process.argv.slice(2))]);
