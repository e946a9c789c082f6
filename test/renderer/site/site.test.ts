// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { addLine, readSite } from '../../../src-renderer/site/site.ts';

const page = (...metas: readonly (readonly [name: string, content: string])[]) => {
  const made = document.implementation.createHTMLDocument();
  for (const [name, content] of metas) {
    const meta = made.createElement('meta');
    meta.name = `skills-registry-${name}`;
    meta.content = content;
    made.head.append(meta);
  }
  return made;
};
const at = (href: string) => ({ href });

describe('the page of an exported site', () => {
  it('is known by its meta element, and a service’s page is none', () => {
    expect(readSite(page(), at('https://example.com/'))).toBeUndefined();
    expect(readSite(page(['host', 'service']), at('https://example.com/'))).toBeUndefined();
    expect(readSite(page(['host', 'site']), at('https://example.com/'))).toEqual({
      address: 'https://example.com',
      name: 'example.com',
    });
  });

  it.each([
    ['https://example.com/#/search?q=a/b', 'https://example.com'],
    ['https://example.com/skills/', 'https://example.com/skills'],
    ['https://example.com/skills/index.html?x=/y#/browse', 'https://example.com/skills'],
    ['http://127.0.0.1:8080/a%20b/', 'http://127.0.0.1:8080/a%20b'],
  ])('at %s lies in %s', (href, address) => {
    expect(readSite(page(['host', 'site']), at(href))?.address).toBe(address);
  });

  it('has the registry’s name', () => {
    const named = page(['host', 'site'], ['name', 'Team skills']);
    expect(readSite(named, at('https://example.com/skills/'))?.name).toBe('Team skills');
  });

  it('is added by its address', () => {
    expect(addLine({ address: 'https://example.com/skills' })).toBe(
      'skills-registry registry add https://example.com/skills/',
    );
  });
});
