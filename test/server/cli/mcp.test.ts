import { describe, expect, it } from 'vitest';
import { runCliHere, type Surroundings } from '../../support/run-cli-here.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { isolateUserFolders } from '../../support/test-server.ts';

/** `skills-registry mcp`, stopped as soon as it speaks. */
function started(isTyped: boolean, surroundings: Surroundings = {}) {
  isolateUserFolders();
  const args = ['mcp', '-r', temporaryRegistry(['cpp/gabime/spdlog'])];
  const stopped = { env: process.env, isTyped, untilStopped: async () => {} };
  return runCliHere(args, '/', { ...stopped, ...surroundings });
}

describe('skills-registry mcp', () => {
  it('says at a terminal what it waits for, and how an IDE is set up, apart from the protocol', async () => {
    const { out, err } = await started(true);
    expect(err).toMatch(
      /^Waiting for an MCP client .* Ctrl\+C ends it\. .*: \S+ \S*skills-registry\S* connect$/,
    );
    expect(out).toBe('');
  });

  it('says nothing where a program started it', async () => {
    expect(await started(false)).toEqual({ code: 0, out: '', err: '' });
  });

  it('has the process end soon after it was stopped, unless all is closed before', async () => {
    const said: string[] = [];
    await started(false, {
      endBy(ms) {
        said.push(`end by ${ms}`);
        return () => said.push('called off');
      },
    });
    expect(said).toEqual(['end by 10000', 'called off']);
  });
});
