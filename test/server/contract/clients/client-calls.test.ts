import { describe, expect, it } from 'vitest';
import { callsOf, joinCalls } from '../../../../src-server/contract/clients/clients.ts';

const at = (minute: number) => `2026-11-20T11:${minute}:00.000Z`;

describe('what a client was seen to do', () => {
  it('is the latest of all places that saw it', () => {
    const read = (minute: number) => ({ at: at(minute), skillKey: 'cpp/a/b' });
    expect(
      joinCalls([
        { lastAt: at(10), lastCall: at(10), lastRead: read(10) },
        { lastAt: at(30) },
        { lastAt: at(20), lastCall: at(20), lastRead: read(15) },
      ]),
    ).toEqual({ lastAt: at(30), lastCall: at(20), lastRead: read(15) });
  });

  it('is no call where it only started', () => {
    expect(joinCalls([{ lastAt: at(10) }])).toEqual({ lastAt: at(10) });
  });

  it('goes by the names that it gives itself, and by no other client’s', () => {
    const callers = [
      { name: 'cursor', lastAt: at(10) },
      { name: 'Cursor-vscode', lastAt: at(20) },
      { name: 'zed', lastAt: at(30) },
    ];
    expect(callsOf('cursor', callers)).toEqual({ lastAt: at(20) });
    expect(callsOf('codex', callers)).toBeUndefined();
  });
});
