import { describe, expect, it } from 'vitest';
import { adviceLine, killLine } from '../../../../src-server/contract/service/advice-line.ts';

describe('advice in one line', () => {
  it('ends with the line to type, without a sign behind it', () => {
    expect(adviceLine({ title: 'It hangs.', fix: 'End it.', line: 'kill -9 4' })).toBe(
      'It hangs. End it: kill -9 4',
    );
  });

  it('is the sentences alone where there is nothing to type', () => {
    expect(adviceLine({ title: 'It is gone.', fix: 'Bring it back.' })).toBe('It is gone. Bring it back.');
    expect(adviceLine({ title: 'All is well.' })).toBe('All is well.');
  });
});

describe('the line that ends a process', () => {
  it('asks it to end where it can hear that, and ends it where it hangs', () => {
    expect(killLine(4, 'linux', false)).toBe('kill 4');
    expect(killLine(4, 'darwin', true)).toBe('kill -9 4');
    expect(killLine(4, 'win32', false)).toBe('taskkill /F /PID 4');
  });
});
