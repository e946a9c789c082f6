import { describe, expect, it } from 'vitest';
import { clientName } from '../../../src-renderer/activity/client-name.ts';

describe('the name of a client', () => {
  it.each([
    ['claude-code', 'Claude Code'],
    ['skills-registry-window', 'This window'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'A browser'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', ''],
  ])('is what its user knows it by: %j', (client, name) => expect(clientName(client)).toBe(name));
});
