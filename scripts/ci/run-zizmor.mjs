/** Runs https://docs.zizmor.sh through pipx, which hosted runners have. */
import { spawnSync } from 'node:child_process';

const VERSION = '1.29.0';

const { status, error } = spawnSync(
  'pipx',
  ['run', '--spec', `zizmor==${VERSION}`, 'zizmor', '--offline', '.github'],
  { stdio: 'inherit' },
);
if (error !== undefined) console.error(`pipx: ${error.message}`);
process.exit(status ?? 1);
