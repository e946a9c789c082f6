import { parse as parseToml } from 'smol-toml';
import { type LibraryManifest, table } from './package-facts.ts';

/** Like PyPI: lower-case letters and digits. */
const SOURCE_LABELS = new Set('source repository sourcecode sources github gitlab code repo git'.split(' '));
/** Possibly foreign sites. */
const FOREIGN_LABELS = new Set(
  (
    'changelog changes whatsnew history news releasenotes releases documentation docs doc readthedocs ' +
    'funding fund sponsor sponsors sponsoring donate donation donations tidelift discord chat twitter mastodon'
  ).split(' '),
);

/** PEP 621 and Poetry. Throws for invalid TOML. */
export function readLibraryPyproject(text: string): LibraryManifest {
  const document = table(parseToml(text, { maxDepth: 100 }));
  const project = table(document['project']);
  const poetry = table(table(document['tool'])['poetry']);
  const either = (field: string) => project[field] ?? poetry[field];
  const urls = [
    ...Object.entries(table(project['urls'])),
    ['repository', poetry['repository']],
    ...Object.entries(table(poetry['urls'])),
    ['homepage', poetry['homepage']],
  ] as const;
  return {
    language: 'python',
    name: either('name'),
    version: either('version'),
    ...sortedUrls(urls),
  };
}

/** Skips references: `attr:`, `file:`. */
export function readSetupCfg(text: string): LibraryManifest {
  const metadata = iniSection(text, 'metadata');
  const literal = (field: string) => {
    const value = metadata.get(field);
    return value === undefined || /^(?:attr|file):/.test(value) ? undefined : value;
  };
  const urls = (metadata.get('project_urls') ?? '').split('\n').map((line) => {
    const at = line.indexOf('=');
    return [line.slice(0, Math.max(at, 0)), line.slice(at + 1).trim()] as const;
  });
  return {
    language: 'python',
    name: literal('name'),
    version: literal('version'),
    ...sortedUrls([...urls, ['homepage', literal('url') ?? literal('home_page')]]),
  };
}

function sortedUrls(
  urls: ReadonlyArray<readonly [label: string, url: unknown]>,
): Pick<LibraryManifest, 'sources' | 'pages'> {
  const known = urls.map(([label, url]) => ({ label: label.toLowerCase().replace(/[^a-z0-9]/g, ''), url }));
  return {
    sources: known.filter(({ label }) => SOURCE_LABELS.has(label)).map(({ url }) => url),
    pages: known
      .filter(({ label }) => !SOURCE_LABELS.has(label) && !FOREIGN_LABELS.has(label))
      .map(({ url }) => url),
  };
}

/** Lower-case names. Continuation lines keep line ends. */
function iniSection(text: string, wanted: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string[]>();
  let section = '';
  let field: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*[#;]/.test(line)) continue;
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) [section, field] = [header.trim(), undefined];
    else if (section !== wanted) continue;
    else if (/^\s/.test(line) && field !== undefined) field.push(line.trim());
    else {
      const [, name, value] = /^([\w-]+)\s*[=:](.*)$/.exec(line) ?? [];
      field = name === undefined ? undefined : [(value ?? '').trim()];
      if (name !== undefined && field !== undefined)
        fields.set(name.toLowerCase().replaceAll('-', '_'), field);
    }
  }
  return new Map(Array.from(fields, ([name, lines]) => [name, lines.join('\n').trim()] as const));
}
