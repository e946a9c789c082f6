const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cpp: 'cpp',
    cc: 'cpp',
    cxx: 'cpp',
    hpp: 'cpp',
    h: 'cpp',
    c: 'c',
    rs: 'rust',
    py: 'python',
    go: 'go',
    js: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    jsx: 'javascript',
    ts: 'typescript',
    tsx: 'typescript',
    json: 'json',
    toml: 'ini',
    yaml: 'yaml',
    yml: 'yaml',
    sh: 'bash',
    html: 'xml',
    css: 'css',
    java: 'java',
    kt: 'kotlin',
    cs: 'csharp',
    rb: 'ruby',
    swift: 'swift',
  }),
);

/** Wraps examples in a code block with a longer fence. */
export function asMarkdown(path: string, text: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (extension === 'md') return text;
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${LANGUAGES.get(extension) ?? ''}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
