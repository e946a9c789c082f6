/** Runs zizmor over the workflows: https://docs.zizmor.sh. It is no npm package; hosted machines have pipx. */
import { spawnSync } from 'node:child_process';

const VERSION = '1.29.0';

const { status, error } = spawnSync(
  'pipx',
  ['run', '--spec', `zizmor==${VERSION}`, 'zizmor', '--offline', '.github'],
  { stdio: 'inherit' },
);
if (error !== undefined) console.error(`pipx: ${error.message}`);
process.exit(status ?? 1);
