import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../../../src-server/connect/doctor/redact.ts';

const owner = { home: '/home/marla', user: 'marla', host: 'marlas-laptop' };
const clean = (text: string) => redact(text, owner);

describe('redact', () => {
  it('shortens the home folder, and leaves folders that only begin like it', () => {
    expect(clean('/home/marla/skills, "/home/marla"')).toBe('~/skills, "~"');
    expect(clean('/home/marlas/skills')).toBe('/home/marlas/skills');
  });

  it.each([
    'Nothing at /srv/people/msmith.',
    'No “/srv/people/msmith”',
    '[/srv/people/msmith]',
    '</srv/people/msmith>',
  ])('shortens the home folder before any mark: %s', (text) => {
    const shown = redact(text, { home: '/srv/people/msmith', user: 'ms', host: '' });
    expect(shown).toBe(text.replace('/srv/people/msmith', '~'));
  });

  it('names neither the user nor the computer, wherever they stand', () => {
    expect(clean('/mnt/c/Users/Marla/x on marlas-laptop')).toBe('/mnt/c/Users/<user>/x on <host>');
  });

  it('leaves names that tell of nobody', () => {
    const root = { home: '/root', user: 'root', host: 'localhost' };
    expect(redact('the root at /root/x of localhost', root)).toBe('the root at ~/x of localhost');
  });

  it.each([
    ['Authorization: Bearer abc.def-123', 'Authorization: <secret>'],
    ['sent Bearer abc.def', 'sent Bearer <secret>'],
    ['https://me:pass@host.example/x', 'https://<secret>@host.example/x'],
    ['Authorization: ApiKey abc.def-123', 'Authorization: <secret>'],
    ['"authorization": "token abc.def", "a": 1', '"authorization": "<secret>", "a": 1'],
    ['serve --token s3cret -p 1', 'serve --token <secret> -p 1'],
    ['postgres://me:pa@ss@host.example/x', 'postgres://<secret>@host.example/x'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '<secret>'],
    [`npm_${'0123456789ab'.repeat(3)}, glpat-0123456789abcdef`, '<secret>, <secret>'],
    ['/v1/find?q=a&token=s3cret&limit=1', '/v1/find?q=a&token=<secret>&limit=1'],
    ['{"api_key": "k-1", "a": 1}', '{"api_key": "<secret>", "a": 1}'],
    ['GITHUB_TOKEN=ghp_0123456789abcdef', 'GITHUB_TOKEN=<secret>'],
    ['key sk-0123456789abcdef here', 'key <secret> here'],
  ])('hides the secret of %s', (text, hidden) => expect(clean(text)).toBe(hidden));

  it.each([
    'overview.md has 512 tokens, which a token budget of 4,000 takes.',
    'serve --token-file secrets/token -p 1, npm_config_registry, https://cdn.example/pkg@1.0',
  ])('leaves what is no secret alone: %s', (text) => expect(clean(text)).toBe(text));

  it('goes into lists and objects, and changes nothing but texts', () => {
    expect(redact({ a: ['/home/marla', 1, null, true], b: { c: 'x' } }, owner)).toEqual({
      a: ['~', 1, null, true],
      b: { c: 'x' },
    });
  });

  it('never lets the home folder through, whatever it is called', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 12 }), fc.string(), (name, rest) => {
        const home = `/home/${name.replace(/[\\/]/g, '-')}x`;
        const shown = redact(`${rest} ${home}/skills`, { home, user: '', host: '' });
        expect(shown).not.toContain(`${home}/skills`);
      }),
    );
  });
});
