import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const RECORD = fileURLToPath(new URL('./record.mjs', import.meta.url));

it('answers list, skills, sections, searches, finds and errors as recorded', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RECORD], { encoding: 'utf8' });

  // Meant to change? `npm run answers -- --write`, and read the difference before committing it.
  expect({ status, stdout, stderr }).toMatchObject({ status: 0 });
});
