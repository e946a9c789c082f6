/** `npm run serve -- …`: runs the built `skills-registry serve`. */
import { npmArguments } from './npm-arguments.mjs';
import { runBuiltCli } from './run-built-cli.mjs';

await runBuiltCli(['serve', ...npmArguments(process.argv.slice(2))]);
