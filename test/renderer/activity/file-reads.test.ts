import { describe, expect, it } from 'vitest';
import { fileReadOf, fileReadWords, lastFileRead } from '../../../src-renderer/activity/file-reads.ts';
import type { ActivityEvent } from '../../../src-server/contract/api/activity.ts';

const KEY = 'rust/tokio-rs/tokio';
const read = (changes: Partial<ActivityEvent> = {}): ActivityEvent => ({
  ...{ at: '2026-01-01T00:00:00.000Z', client: 'claude-code', protocol: 'mcp', route: 'get_section' },
  ...{ target: `${KEY}/safety.md`, skillKey: KEY, status: 200, durationMs: 1, tokens: 938 },
  ...changes,
});

describe('a file that an agent read', () => {
  it('is told with the agent’s name, the file and its tokens', () => {
    const found = fileReadOf(read());
    expect(found).toMatchObject({ key: KEY, file: 'safety.md' });
    expect(found && fileReadWords(found)).toBe('Claude Code read safety.md, 938 tokens');
  });

  it('is told without tokens that nobody counted', () => {
    const { tokens: _, ...uncounted } = read();
    const found = fileReadOf({ ...uncounted, client: 'curl/8.11', target: `${KEY}/examples/basic.rs` });
    expect(found && fileReadWords(found)).toBe('curl/8.11 read examples/basic.rs');
  });

  it.each([
    ['a whole skill', { target: KEY }],
    ['a refused read', { status: 404 }],
    ['this window', { client: 'skills-registry-window' }],
    ['a browser', { client: 'Mozilla/5.0' }],
    ['another skill whose key begins alike', { target: `${KEY}-util/safety.md` }],
  ])('is not %s', (_, changes) => {
    expect(fileReadOf(read(changes))).toBeUndefined();
  });

  it('is the newest of several', () => {
    const events = [read(), read({ target: `${KEY}/pitfalls.md` }), read({ target: KEY })];
    expect(lastFileRead(events)?.file).toBe('pitfalls.md');
    expect(lastFileRead([])).toBeUndefined();
  });
});
