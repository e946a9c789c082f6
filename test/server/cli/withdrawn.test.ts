import { describe, expect, it } from 'vitest';
import { withdrawnSentence } from '../../../src-server/contract/withdrawn.ts';
import { runCliHere } from '../../support/run-cli-here.ts';

describe('a command line of an earlier version', () => {
  it.each([
    ['serve --submit-to https://git.example/skills.git', 'serve --submit-to is gone. Use --allow-submit'],
    ['serve -r skills --submit-to=https://git.example/skills.git', 'serve --submit-to is gone.'],
    ['report cpp/gabime/spdlog wrong', 'The command report is gone. Correct the files'],
    ['remove-command', 'The command remove-command is gone. Delete the file'],
  ])('names what to use instead: %s', async (line, sentence) => {
    const { code, out, err } = await runCliHere(line.split(' '));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(sentence);
  });

  it('is refused for the words of options only', async () => {
    const { err } = await runCliHere(['serve', '--log-level', 'no', '--', '--submit-to']);
    expect(err).not.toContain('gone');
  });
});

describe('an address of an earlier version', () => {
  it.each(['/v1/reports', '/v1/reports/1/remove', '/.well-known/agent-skills/index.json'])('%s', (path) => {
    expect(withdrawnSentence('address', path)).toContain('is gone.');
  });

  it('is no address that merely begins the same', () => {
    expect(withdrawnSentence('address', '/v1/reportsx')).toBeUndefined();
  });
});
