export interface GoModule {
  readonly path: string;
  /** `v1.2.3`. Undefined in a `replace` of all versions. */
  readonly version: string | undefined;
}

export interface GoRequire extends GoModule {
  readonly isIndirect: boolean;
}

export interface GoReplace {
  readonly from: GoModule;
  /** Folders begin with `./`, `../` or `/`. */
  readonly to: GoModule;
}

/** See https://go.dev/ref/mod. */
export interface GoModuleFile {
  readonly module: string | undefined;
  readonly requires: readonly GoRequire[];
  readonly replaces: readonly GoReplace[];
  readonly uses: readonly string[];
}

/** Skips unknown directives. */
export function parseGoModuleFile(text: string): GoModuleFile {
  const file = {
    module: undefined as string | undefined,
    requires: [] as GoRequire[],
    replaces: [] as GoReplace[],
    uses: [] as string[],
  };
  for (const { directive, words, comment } of directives(text)) {
    const [path = '', version] = words;
    if (path === '') continue;
    if (directive === 'module') file.module = path;
    if (directive === 'use') file.uses.push(path);
    if (directive === 'require')
      file.requires.push({ path, version, isIndirect: /^\/\/\s*indirect\b/.test(comment) });
    const arrow = words.indexOf('=>');
    if (directive === 'replace' && arrow > 0)
      file.replaces.push({
        from: { path, version: arrow === 2 ? version : undefined },
        to: { path: words[arrow + 1] ?? '', version: words[arrow + 2] },
      });
  }
  return file;
}

interface Directive {
  readonly directive: string;
  readonly words: readonly string[];
  readonly comment: string;
}

/** A word ends at a space, `(`, `)` or `//`: `require(` is valid. See `modfile` of golang.org/x/mod. */
const TOKEN = /\/\/.*|"[^"]*"|`[^`]*`|[()]|(?:(?!\/\/)[^\s()])+/g;

function* directives(text: string): Generator<Directive> {
  let block: string | undefined;
  for (const line of text.split('\n')) {
    const tokens: string[] = line.match(TOKEN) ?? [];
    const comment = tokens.at(-1)?.startsWith('//') ? (tokens.pop() ?? '') : '';
    const [first = '', second] = tokens;
    const words = tokens.map((token) => token.replace(/^(["`])(.*)\1$/, '$2'));
    if (first === ')') block = undefined;
    else if (block !== undefined) yield { directive: block, words, comment };
    else if (second === '(') block = tokens.includes(')') ? undefined : first;
    else yield { directive: first, words: words.slice(1), comment };
  }
}
