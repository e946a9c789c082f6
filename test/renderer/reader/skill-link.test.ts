import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkTarget, type Opens } from '../../../src-renderer/views/reader/skill-link.tsx';

const files = ['overview.md', 'pitfalls.md', 'examples/basic.rs', 'examples/more.md'];
const target = (href: string, from = 'overview.md', opens: Opens = 'web-and-mail') =>
  linkTarget(href, { from, files, opens });

describe('where a link in a text may lead', () => {
  it('is the web and mail', () => {
    expect(target('https://example.org/a?b#c')).toMatchObject({
      kind: 'web',
      url: 'https://example.org/a?b#c',
    });
    expect(target('//example.org')).toMatchObject({ kind: 'web', host: 'example.org' });
    expect(target('mailto:someone@example.org')).toMatchObject({ kind: 'web' });
  });

  it('is a file of the same skill, from where the text stands, with or without .md', () => {
    expect(target('pitfalls.md#locks')).toEqual({ kind: 'file', file: 'pitfalls.md', at: 'locks' });
    expect(target('./pitfalls')).toMatchObject({ file: 'pitfalls.md' });
    expect(target('../pitfalls.md', 'examples/more.md')).toMatchObject({ file: 'pitfalls.md' });
    expect(target('more.md', 'examples/basic.rs')).toMatchObject({ file: 'examples/more.md' });
  });

  it('is a heading of the same file', () => {
    expect(target('#a%20b')).toEqual({ kind: 'anchor', at: 'a b' });
  });

  it('is only https where nothing else is opened, and then says so', () => {
    const inApp = (href: string) => target(href, 'overview.md', 'https');
    expect(inApp('https://example.org/a')).toMatchObject({ kind: 'web' });
    for (const href of ['http://example.org', 'mailto:someone@example.org'])
      expect(inApp(href)).toEqual({
        kind: 'refused',
        reason: 'Only https: addresses are opened from here. Copy it to open it elsewhere.',
      });
  });

  it('is nothing else', () => {
    for (const href of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://x/1',
      'https://user:password@example.org',
      'https://exa\u202emple.org',
      'https://exa\u00admple.org',
      'https://example.org/\ufe01',
      'https://example.org/\u{e0041}',
      '../../../etc/passwd',
      '/etc/passwd',
      'unknown.md',
      'https://',
      '',
    ])
      expect(target(href), href).toMatchObject({ kind: 'refused' });
  });

  it('never lets a scheme through that isn’t known', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (scheme, rest) => {
        const found = target(`${scheme}:${rest}`);
        if (found.kind === 'web') expect(found.url).toMatch(/^(https?|mailto):/);
      }),
    );
  });
});
