import {
  ASSET_HEADERS,
  PAGE_CONTENT_TYPES,
  PAGE_HEADERS,
  SANDBOX_HEADERS,
  SECURITY_HEADERS,
} from '../contract/api/page-policy.ts';
import { GENERAL_ANSWERS, JSON_END } from './site-answers.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const REVALIDATE = { 'Cache-Control': 'no-cache' } as const;
const VARY = { Vary: 'Accept-Encoding' } as const;
const NEVER = { 'Cache-Control': 'no-store' } as const;

/** One segment of an address. */
const SEGMENT = '[^/]+';
const MARKDOWN = '@skills_registry_markdown';
const NO_SKILL = '@skills_registry_no_skill';
const NO_PATH = '@skills_registry_no_path';
const NO_METHOD = '@skills_registry_no_method';

/**
 * For a `server` block whose `root` is the site, or the folder above the base path. Needs no module besides
 * those of Debian's nginx-light.
 *
 * @param base path of the site, '' or `/folder`
 */
export function nginxInclude(base: string): string {
  const pattern = base.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&');
  const key = `(?<skills_registry_key>${SEGMENT}/${SEGMENT}/${SEGMENT})`;
  return [
    '# Include this file in a server block whose root holds the exported site.',
    location(`${base}/`, [
      'charset off;',
      'gzip_static on;',
      `error_page 404 = ${NO_PATH};`,
      `error_page 405 = ${NO_METHOD};`,
      'types { }',
      ...headers({ ...REVALIDATE, ...VARY }),
      'return 404;',
      location(`= ${base}/`, content('text/html; charset=utf-8', PAGE_HEADERS, `${base}/index.html`)),
      location(`^~ ${base}/assets/`, [
        TYPES,
        ...headers({ ...ASSET_HEADERS, ...VARY }),
        `try_files $uri ${NO_PATH};`,
      ]),
      ...GENERAL_ANSWERS.map((path) =>
        location(`= ${base}/${path}`, content(JSON_TYPE, path === 'health' ? NEVER : {}, `$uri${JSON_END}`)),
      ),
      ...['/openapi.json', '/skills-registry-site.json', '/v1/skills.json'].map((path) =>
        location(`= ${base}${path}`, content(JSON_TYPE, {}, '$uri')),
      ),
      location(`= ${base}/llms.txt`, content('text/plain; charset=utf-8', SANDBOX_HEADERS, '$uri')),
      location(`^~ ${base}/schemas/`, content('application/schema+json; charset=utf-8', {}, '$uri')),
      location(`~ "^${pattern}/v1/skills/${key}$"`, [
        `error_page 418 = ${MARKDOWN};`,
        `error_page 405 = ${NO_METHOD};`,
        '# The same address answers as Markdown to who prefers it.',
        'if ($http_accept ~* "^(?!.*application/json).*text/markdown") { return 418; }',
        ...content(JSON_TYPE, { Vary: 'Accept, Accept-Encoding' }, '$uri.json', NO_SKILL),
      ]),
      location(`~ "^${pattern}/v1/skills/${key}/(?<skills_registry_section>.+)$"`, [
        ...content('text/plain; charset=utf-8', SANDBOX_HEADERS, '$uri $uri.md', NO_SKILL),
      ]),
    ]),
    location(MARKDOWN, [
      'gzip_static on;',
      'charset off;',
      'types { }',
      ...content(
        'text/markdown; charset=utf-8',
        { ...SANDBOX_HEADERS, Vary: 'Accept, Accept-Encoding' },
        '$uri.md',
        NO_SKILL,
      ),
    ]),
    location(NO_SKILL, [
      ...failure(),
      '# Only plain names are repeated: others could end the JSON text.',
      'if ($skills_registry_key ~ "[^\\w.+@/-]") { return 404 \'{"error":"Skill not found"}\'; }',
      'if ($skills_registry_section ~ "[^\\w.+@/-]") { return 404 \'{"error":"Section not found"}\'; }',
      `if (!-f $document_root${base}/v1/skills/$skills_registry_key.json) { return 404 '{"error":"Skill \\'$skills_registry_key\\' not found"}'; }`,
      `return 404 '{"error":"Section \\'$skills_registry_section\\' not found in skill \\'$skills_registry_key\\'"}';`,
    ]),
    location(NO_PATH, [
      ...failure(),
      `return 404 '{"error":"This site has no such address. Searches and submissions need a running service."}';`,
    ]),
    location(NO_METHOD, [
      ...failure({ Allow: 'GET, HEAD' }),
      `return 405 '{"error":"Only GET and HEAD are possible here."}';`,
    ]),
    '',
  ].join('\n');
}

const TYPES = `types { ${Object.entries(PAGE_CONTENT_TYPES)
  .map(([end, type]) => `"${type}" ${end.slice(1)};`)
  .join(' ')} }`;

function location(match: string, lines: readonly string[]): string {
  return [
    `location ${match} {`,
    ...lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`),
    '}',
  ].join('\n');
}

function content(
  type: string,
  more: Readonly<Record<string, string>>,
  files: string,
  missing = NO_PATH,
): readonly string[] {
  // Without headers of its own, a location inherits those of the location around.
  const own = Object.keys(more).length === 0 ? [] : headers({ ...REVALIDATE, ...VARY, ...more });
  return [`default_type "${type}";`, ...own, `try_files ${files} ${missing};`];
}

function failure(more: Readonly<Record<string, string>> = {}): readonly string[] {
  return [`default_type "${JSON_TYPE}";`, 'types { }', ...headers({ ...NEVER, ...more })];
}

function headers(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries({ ...SECURITY_HEADERS, ...values }).map(
    ([name, value]) => `add_header ${name} "${value}" always;`,
  );
}
