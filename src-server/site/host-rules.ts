import {
  ASSET_HEADERS,
  PAGE_HEADERS,
  SANDBOX_HEADERS,
  SECURITY_HEADERS,
} from '../contract/api/page-policy.ts';
import { GENERAL_ANSWERS, JSON_END } from './site-answers.ts';

/** Cloudflare takes 100 redirects with placeholders. Further sections are served with `.md` alone. */
const MOST_SECTION_RULES = 90;
const KEY = ':lang/:author/:name';

/**
 * `_redirects` of Netlify and Cloudflare. Rules with status 200 serve another file under the address.
 *
 * @param sections names of Markdown files at the top of skills, the most frequent first
 */
export function redirectRules(base: string, sections: readonly string[]): string {
  const skills = `${base}/v1/skills`;
  const rules = [
    ...[...GENERAL_ANSWERS, `v1/skills/${KEY}`].map((path) => [
      `${base}/${path}`,
      `${base}/${path}${JSON_END}`,
    ]),
    // A rule per name: at Cloudflare a placeholder would match names with `.md`, too.
    ...sections
      .filter((name) => /^[\w.-]+\.md$/.test(name))
      .slice(0, MOST_SECTION_RULES)
      .map((name) => [`${skills}/${KEY}/${name.slice(0, -'.md'.length)}`, `${skills}/${KEY}/${name}`]),
  ];
  return rules.map(([from, to]) => `${from} ${to} 200\n`).join('');
}

/** `_headers` of Netlify and Cloudflare. No address gets a header from two rules: Cloudflare would join the values. */
export function headerRules(base: string): string {
  const rules: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    [`${base}/*`]: SECURITY_HEADERS,
    [`${base}/`]: PAGE_HEADERS,
    [`${base}/assets/*`]: ASSET_HEADERS,
    [`${base}/schemas/*`]: { 'Content-Type': 'application/schema+json; charset=utf-8' },
    [`${base}/v1/skills/${KEY}/*`]: { 'Content-Type': 'text/plain; charset=utf-8', ...SANDBOX_HEADERS },
  };
  const lines = Object.entries(rules).flatMap(([path, headers]) => [
    path,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}
