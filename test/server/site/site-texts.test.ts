import { describe, expect, it } from 'vitest';
import { headerRules, redirectRules } from '../../../src-server/site/host-rules.ts';
import { llmsText } from '../../../src-server/site/llms-text.ts';
import { parseBase } from '../../../src-server/site/site-base.ts';

describe('parseBase', () => {
  it.each([
    ['https://skills.example.com', { address: 'https://skills.example.com', path: '' }],
    [
      'http://127.0.0.1:8080/team/skills/',
      { address: 'http://127.0.0.1:8080/team/skills', path: '/team/skills' },
    ],
  ])('takes %s', (text, base) => {
    expect(parseBase(text)).toEqual(base);
  });

  it.each([
    'skills.example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://user:secret@example.com',
    'https://example.com/?q=1',
    'https://example.com/#a',
    'https://example.com/a;return 200',
    'https://example.com/a{b}',
    '',
  ])('refuses %s', (text) => {
    expect(parseBase(text)).toBeUndefined();
  });
});

describe('the rules of Netlify and Cloudflare', () => {
  const names = Array.from({ length: 200 }, (_, number) => `file-${number}.md`);

  it('stay below the limits of Cloudflare', () => {
    const redirects = redirectRules('', names).trim().split('\n');
    expect(redirects.filter((line) => line.includes(':')).length).toBeLessThanOrEqual(100);
    const headers = headerRules('').trim().split('\n');
    expect(headers.filter((line) => line.startsWith('/')).length).toBeLessThanOrEqual(100);
    for (const line of redirects) expect(line.length).toBeLessThan(1_000);
    for (const line of headers) expect(line.length).toBeLessThan(2_000);
  });

  it('hold no name that would be another rule', () => {
    const rules = redirectRules('', [
      'over view.md',
      'a\n/* /evil 200.md',
      'overview.md',
      ':lang.md',
      '*.md',
    ]);
    expect(rules.match(/:name\/.* /g)).toEqual([
      ':name/overview /v1/skills/:lang/:author/:name/overview.md ',
    ]);
  });
});

describe('llmsText', () => {
  const entry = { key: 'cpp/gabime/spdlog', name: 'spdlog', language: 'cpp', trust_score: 95 };

  it('lists the skills by language, with addresses', () => {
    const text = llmsText([{ ...entry, summary: 'Logs.' }], 'https://skills.example.com');
    expect(text).toContain(
      '## cpp\n\n- [cpp/gabime/spdlog](https://skills.example.com/v1/skills/cpp/gabime/spdlog): Logs.\n',
    );
  });

  it('keeps texts of authors on their line', () => {
    const text = llmsText([{ ...entry, key: 'cpp/a/b)](http://x', summary: 'one\n## Two\u202e' }], '');
    expect(text.match(/^## .*/gm)).toEqual(['## cpp']);
    expect(text).not.toContain('\u202e');
    expect(text).toContain('(/v1/skills/cpp/a/b%29%5D%28http%3A');
  });

  it('lists the 1,000 most trusted skills of more', () => {
    const many = Array.from({ length: 1_200 }, (_, number) => ({
      ...entry,
      key: `cpp/a/b${number}`,
      trust_score: number,
    }));
    const text = llmsText(many, '');
    expect(text.match(/^- \[cpp\//gm)).toHaveLength(1_000);
    expect(text).toContain('200 of them are not listed below');
    expect(text).toContain('cpp/a/b1199]');
  });
});
