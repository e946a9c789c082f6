import { type LibraryManifest, table } from './package-facts.ts';

/** Literal values of the first `project(…)`. */
export function readCmakeLists(text: string): LibraryManifest {
  const words = firstProject(text);
  const [name] = words;
  const after = (keyword: string) => {
    const at = words.indexOf(keyword);
    return at < 0 ? undefined : literal(words[at + 1]);
  };
  return {
    language: 'cpp',
    name: literal(name),
    version: after('VERSION'),
    sources: [],
    pages: [after('HOMEPAGE_URL')],
  };
}

/** Longer than any real `project(…)`. */
const MAX_PROJECT_LENGTH = 5_000;

function firstProject(text: string): readonly string[] {
  const start = /^[ \t]*project[ \t]*\(/im.exec(text);
  if (start === null) return [];
  const rest = text.slice(start.index + start[0].length).slice(0, MAX_PROJECT_LENGTH);
  const words: string[] = [];
  for (const [, quoted, comment, plain] of rest.matchAll(/"([^"]*)"|(#.*)|([^\s()"#]+)|\)/g)) {
    if (comment !== undefined) continue;
    const word = quoted ?? plain;
    if (word === undefined) return words;
    words.push(word);
  }
  return [];
}

/** Undefined for values known at run time: `${…}`. */
function literal(word: string | undefined): string | undefined {
  return word === undefined || word.includes('$') ? undefined : word;
}

/** Throws for invalid JSON. */
export function readVcpkgJson(text: string): LibraryManifest {
  const port = table(JSON.parse(text));
  const { name, homepage } = port;
  return {
    language: 'cpp',
    name,
    version: port['version'] ?? port['version-semver'] ?? port['version-string'] ?? port['version-date'],
    sources: [],
    pages: [homepage],
  };
}

/** Never runs the script. */
export function readConanfile(text: string): LibraryManifest {
  const field = (name: string) =>
    new RegExp(`^[ \\t]+${name}[ \\t]*=[ \\t]*(?:"([^"\\n]*)"|'([^'\\n]*)')[ \\t]*(?:#.*)?$`, 'm').exec(text);
  const value = (name: string) => {
    const [, double, single] = field(name) ?? [];
    return double ?? single;
  };
  const recipe = value('url');
  return {
    language: 'cpp',
    name: value('name'),
    version: value('version'),
    sources: [],
    // `url` is the recipe's place; the library's own only if the library wrote the recipe.
    pages: [value('homepage'), recipe?.includes('/conan-center-index') ? undefined : recipe],
  };
}
