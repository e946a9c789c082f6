import { describe, expect, it } from 'vitest';
import { failureWords, refusalWords } from '../../../../src-renderer/views/import/import-words.ts';
import { ERRORS } from '../../../../src-server/contract/api/error-codes.ts';

describe('a folder that cannot be sent', () => {
  it('is refused with the names and sizes of what is too large', () => {
    const words = refusalWords(
      { kind: 'too-large', bytes: 1_500_000, largest: [{ path: 'a.md', size: 1_048_576 }] },
      'tokio',
    );
    expect(words).toMatchObject({
      title: 'tokio takes 1.4 MiB to send; at most 1 MiB is taken.',
      items: ['a.md, 1.0 MiB'],
    });
  });

  it('never is refused for a size that reads like the limit itself', () => {
    const { title } = refusalWords({ kind: 'too-large', bytes: 1024 * 1024 + 1, largest: [] }, 'tokio');
    expect(title).toContain('1 byte more than 1 MiB');
  });

  it.each([
    [1, '1 file of tokio is not text.'],
    [2, '2 files of tokio are not text.'],
  ])('names %i binary files', (count, title) => {
    const files = Array.from({ length: count }, (_, index) => ({ path: `${index}.png`, size: 812 }));
    expect(refusalWords({ kind: 'not-text', files }, 'tokio')).toMatchObject({
      title,
      items: files.map(({ path }) => `${path}, 812 B`),
    });
  });

  it('says why skill.json is no JSON', () => {
    const words = refusalWords({ kind: 'manifest-invalid', reason: 'Unexpected end' }, 'tokio');
    expect(words.text).toContain('Unexpected end.');
  });

  it.each([
    ['skill.json', 'tokio/skill.json could not be read.'],
    [undefined, 'tokio could not be read.'],
  ])('says that %s could not be read', (path, title) => {
    expect(refusalWords({ kind: 'unreadable', ...(path === undefined ? {} : { path }) }, 'tokio').title).toBe(
      title,
    );
  });
});

describe('a request that fails', () => {
  it.each(Object.values(ERRORS).map(({ status }) => status))(
    'shows the service’s sentence and a next step for %i',
    (status) => {
      const words = failureWords({ kind: 'refused', status, message: 'Its sentence.' }, 'add');
      expect(words.title).toBe('Its sentence.');
      expect(words.text).toMatch(/\b(Check|check|Open|Shorten|Reload)\b/);
    },
  );

  it('does not claim that nothing was added when no answer came', () => {
    const silent = { kind: 'silent', message: 'Nothing answers at this address.' } as const;
    expect(failureWords(silent, 'add').text).toContain('is not known');
    expect(failureWords(silent, 'check').text).toContain('Nothing was sent to the registry');
  });

  it('tells an answer of something else', () => {
    expect(failureWords({ kind: 'foreign', message: 'Status 502.' }, 'check').text).toContain('Status 502.');
  });
});
