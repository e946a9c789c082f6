import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFollowing, pause } from './describe-following.ts';

describeFollowing(
  'by the system’s events alone, while another change is being picked up',
  ['--watch', 'events', '--scan-interval', '0'],
  async (_served, root) => {
    writeFileSync(join(root, 'skills/notes.txt'), 'Nobody serves this.\n');
    // The other change is waited for 75 ms, then looked at.
    await pause(80);
  },
);
