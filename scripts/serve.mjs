/** `npm run serve -- …`: the built `skills-registry serve` with the options given. */
import { withNamedPort } from './named-port.mjs';
import { runBuiltCli } from './run-built-cli.mjs';

await runBuiltCli(['serve', ...withNamedPort(process.argv.slice(2))]);
