import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sayReading } from '../../../src-server/cli/say-reading.ts';
import { eventually } from '../../support/test-server.ts';

describe('what is being read', () => {
  it('is said once where it takes long, whatever its name holds', async () => {
    const said: string[] = [];
    const end = sayReading({ err: (line) => said.push(line) }, '/skills\u202E', 1);
    await eventually(
      () => said.length,
      (count) => count > 0,
    );
    end();
    expect(said).toEqual(['Reading /skills\\u{202e} …']);
  });

  it('isn’t said where it was read before', async () => {
    const said: string[] = [];
    sayReading({ err: (line) => said.push(line) }, '/skills', 5)();
    await setTimeout(20);
    expect(said).toEqual([]);
  });
});
