import { pypiName } from '../../package-url.ts';
import { type PythonManifest, parseDeclared } from './pyproject.ts';

/** `[options]` of setuptools: https://setuptools.pypa.io/en/latest/userguide/declarative_config.html */
export function readSetupCfg(file: string, text: string): PythonManifest {
  const sections = parseIni(text);
  const options = sections.get('options');
  const extras = [...(sections.get('options.extras_require')?.values() ?? [])];
  const runtime = [options?.get('install_requires'), ...extras].map(listOf);
  const tools = [options?.get('setup_requires'), options?.get('tests_require')].map(listOf);
  const name = sections.get('metadata')?.get('name')?.trim();
  return {
    ...{ file, name: name === undefined ? undefined : pypiName(name), devGroups: new Set() },
    ...parseDeclared(
      runtime.flatMap(({ texts }) => texts),
      tools.flatMap(({ texts }) => texts),
    ),
    files: [...runtime, ...tools].flatMap(({ files }) => files),
    isDynamic: false,
  };
}

/** Requirements by line, or `file: a.txt, b.txt`. */
function listOf(value = ''): { readonly texts: readonly string[]; readonly files: readonly string[] } {
  const named = /^\s*file:\s*(.*)$/s.exec(value)?.[1];
  const parts = (named ?? value).split(named === undefined ? '\n' : /[,\n]/).map((part) => part.trim());
  const texts = parts.filter((part) => part !== '');
  return named === undefined ? { texts, files: [] } : { texts: [], files: texts };
}

/** Indented lines continue the value above. */
function parseIni(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let values = new Map<string, string>();
  let last: string | undefined;
  for (const line of text.split('\n')) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const section = /^\[([^\]]+)\]/.exec(line)?.[1]?.trim();
    const [, key, value = ''] = /^(\S[^=:]*)[=:](.*)$/.exec(line) ?? [];
    if (section !== undefined) {
      values = sections.get(section) ?? new Map();
      sections.set(section, values);
      last = undefined;
    } else if (/^\s/.test(line)) {
      if (last !== undefined) values.set(last, `${values.get(last)}\n${line.replace(/\s#.*$/, '')}`);
    } else if (key !== undefined) {
      last = key.trim().toLowerCase().replaceAll('-', '_');
      values.set(last, value);
    }
  }
  return sections;
}
