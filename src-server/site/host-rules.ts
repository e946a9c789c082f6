import { PAGE_POLICY } from '../contract/api/page-policy.ts';

/** Of rules with placeholders at Cloudflare: 100 for redirects. Further names are served with `.md` alone. */
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
    ...[`${base}/health`, skills, `${base}/v1/diagnostics`, `${base}/schemas`].map((path) => [
      path,
      `${path}.json`,
    ]),
    [`${skills}/${KEY}`, `${skills}/${KEY}.json`],
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
  const sandbox = "Content-Security-Policy: default-src 'none'; sandbox";
  const rules: ReadonlyArray<readonly [path: string, headers: readonly string[]]> = [
    [`${base}/*`, ['X-Content-Type-Options: nosniff', 'Cross-Origin-Resource-Policy: same-origin']],
    [
      `${base}/`,
      [
        `Content-Security-Policy: ${PAGE_POLICY}`,
        'Cross-Origin-Opener-Policy: same-origin',
        'Referrer-Policy: no-referrer',
      ],
    ],
    [`${base}/assets/*`, ['Cache-Control: public, max-age=31536000, immutable']],
    [`${base}/schemas/*`, ['Content-Type: application/schema+json; charset=utf-8']],
    [`${base}/v1/skills/${KEY}/*`, ['Content-Type: text/plain; charset=utf-8', sandbox]],
  ];
  return rules
    .map(([path, headers]) => [path, ...headers.map((header) => `  ${header}`), ''].join('\n'))
    .join('');
}
