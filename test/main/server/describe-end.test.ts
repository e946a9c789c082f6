import { describe, expect, it } from 'vitest';
import { describeEnd } from '../../../src-main/server/describe-end.ts';
import { ServerExitCode } from '../../../src-server/contract/service/messages.ts';

const END = { hung: false, isFinal: false };

describe('the reason of an end', () => {
  it.each([
    [9, /SIGKILL/],
    [15, /SIGTERM/],
    [4, /crashed \(SIGILL\)/],
    [6, /crashed \(SIGABRT\)/],
    [134, /crashed \(SIGABRT\)/],
    [11, /crashed \(SIGSEGV\)/],
    [139, /crashed \(SIGSEGV\)/],
  ])('names the signal behind POSIX’s status %d', (exitCode, sentence) => {
    expect(describeEnd({ ...END, exitCode }, 'linux')).toMatch(sentence);
    expect(describeEnd({ ...END, exitCode }, 'darwin')).toMatch(sentence);
  });

  it('never takes a signal for a registry that could not be read', () => {
    for (let status = 1; status < 65; status += 1)
      expect(describeEnd({ ...END, exitCode: status }, 'linux')).not.toMatch(/registry|port|version/);
  });

  it('is that of the code where Windows gives one', () => {
    expect(describeEnd({ ...END, exitCode: 9 }, 'win32')).toBe('It ended with code 9.');
    expect(describeEnd({ ...END, exitCode: 0xc0000005 }, 'win32')).toBe('The system ended it.');
  });

  it('is our own code’s where it is one of ours', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(describeEnd({ ...END, exitCode: ServerExitCode.port }, platform)).toContain('port');
      expect(describeEnd({ ...END, exitCode: ServerExitCode.registry }, platform)).toContain('registry');
      expect(describeEnd({ ...END, exitCode: ServerExitCode.protocol }, platform)).toContain('versions');
      expect(describeEnd({ ...END, exitCode: ServerExitCode.ok }, platform)).toContain('by itself');
    }
  });

  it('is want of memory where the runtime failed', () => {
    expect(describeEnd({ ...END, exitCode: 6, fatalError: 'Reached heap limit' }, 'linux')).toBe(
      'Its runtime failed, as it does when memory runs out (Reached heap limit).',
    );
  });
});
