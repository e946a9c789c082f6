import { parse } from 'smol-toml';
import type { Language } from '../../contract/api/api.ts';
import type { PackageNamespace } from '../../contract/api/skill-extensions.ts';
import { parseIni } from '../../projects/read/python/python-manifests.ts';
import { goRepository } from '../../projects/read/read-go.ts';
import { tableAt, textAt, valueAt } from '../../projects/read/values.ts';
import { findRepository, isKnownHost } from '../../projects/repository-address.ts';

export interface LibraryTexts {
  /** By file name. */
  readonly packages: Readonly<Record<string, string>>;
  /** Cargo.toml of the folders above, nearest first. */
  readonly cargoAbove?: readonly string[];
  /** Address of git's upstream or origin. */
  readonly remote?: string | undefined;
}

interface LibraryManifest {
  readonly name?: string | undefined;
  /** In the ecosystem; default: `name`. */
  readonly packageName?: string | undefined;
  readonly version?: string | undefined;
  readonly addresses: readonly (string | undefined)[];
}

type Reader = (text: string, cargoAbove: readonly string[]) => LibraryManifest;

/** By precedence. */
const READERS: ReadonlyMap<string, readonly [Language, PackageNamespace | undefined, Reader]> = new Map([
  ['Cargo.toml', ['rust', 'crates_io', readCargoToml]],
  ['pyproject.toml', ['python', 'pypi', readPyproject]],
  ['setup.cfg', ['python', 'pypi', readSetupCfg]],
  ['go.mod', ['go', 'go_mod', readGoMod]],
  ['package.json', ['js', 'npm', readPackageJson]],
  ['CMakeLists.txt', ['cpp', undefined, readCmakeLists]],
]);

export const PACKAGE_FILES: readonly string[] = [...READERS.keys()];

/** `repo` is `author/name` on its host. @param wanted default: the language of the first file */
export function libraryFacts(texts: LibraryTexts, wanted?: Language) {
  const { found, notes } = readAll(texts);
  const language = wanted ?? found[0]?.language;
  const own = found.filter((each) => each.language === language);
  const others = found.filter((each) => each.language !== language).map(({ file }) => file);
  if (wanted === undefined && others.length > 0)
    notes.push(`Used ${found[0]?.file} for the language, not ${others.join(', ')}. To change: --language.`);
  const named = [...own, { file: 'git’s remote', addresses: [texts.remote] }].flatMap(({ file, addresses }) =>
    addresses.map((address = '') => ({ file, found: findRepository(address) })),
  );
  const first = named.find((each) => each.found !== undefined);
  const name = own.map((each) => shown(each.name)).find(Boolean);
  const version = own.map((each) => shown(each.version)).find(Boolean);
  return {
    facts: {
      ...(language && { language }),
      ...(name && { name }),
      ...(version && { version }),
      ...(first?.found && { repo: `${first.found.author}/${first.found.name}`, repoFrom: first.file }),
    },
    notes,
  };
}

/** The first per ecosystem. */
export function namesInManifests(texts: LibraryTexts, language?: Language) {
  const names = readAll(texts).found.flatMap((each) => {
    const name = each.packageName ?? each.name ?? '';
    const isFit = /^@?\w[\w@./~+-]{0,199}$/.test(name) && (language ?? each.language) === each.language;
    return isFit && each.namespace !== undefined ? [[each.namespace, name] as const] : [];
  });
  return Object.fromEntries(names.reverse()) as Partial<Record<PackageNamespace, string>>;
}

function readAll({ packages, cargoAbove = [] }: LibraryTexts) {
  const notes: string[] = [];
  const found = [...READERS].flatMap(([file, [language, namespace, read]]) => {
    const text = packages[file];
    if (text === undefined) return [];
    try {
      return [{ file, language, namespace, ...read(text.replace(/^\uFEFF/, ''), cargoAbove) }];
    } catch {
      notes.push(`${file} can’t be parsed, so nothing in it was used.`);
      return [{ file, language, namespace, addresses: [] }];
    }
  });
  return { found, notes };
}

/** One line without invisible characters. */
function shown(text = ''): string | undefined {
  const line = text.slice(0, 100).replace(/\s+/g, ' ').trim();
  return line === '' || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(line) ? undefined : line;
}

/** A page of the repository, perhaps. */
function page(address = ''): string | undefined {
  return isKnownHost(findRepository(address)?.host ?? '') ? address : undefined;
}

function readCargoToml(text: string, above: readonly string[]): LibraryManifest {
  const document = parse(text);
  const workspace = [text, ...above].find((each) => /^\s*\[workspace\b/m.test(each)) ?? '';
  const shared = tableAt(parse(workspace), 'workspace', 'package');
  const own = document['package'] === undefined ? shared : tableAt(document, 'package');
  const field = (name: string) => textAt(valueAt(own, name, 'workspace') === true ? shared : own, name);
  const addresses = [field('repository'), page(field('homepage'))];
  return { name: textAt(document, 'package', 'name'), version: field('version'), addresses };
}

const SOURCES = /^(?:source ?(?:code)?|repository|repo|code|git(?:hub|lab)?)$/i;

function readPyproject(text: string): LibraryManifest {
  const document = parse(text);
  const [project, poetry] = [tableAt(document, 'project'), tableAt(document, 'tool', 'poetry')];
  const urls = Object.entries({ ...poetry, ...tableAt(project, 'urls') });
  const labelled = (labels: RegExp) =>
    urls.flatMap(([label, url]) => (labels.test(label) && typeof url === 'string' ? url : []));
  return {
    name: textAt(project, 'name') ?? textAt(poetry, 'name'),
    version: textAt(project, 'version') ?? textAt(poetry, 'version'),
    addresses: [...labelled(SOURCES), ...labelled(/^(?:home ?page|issues|tracker)$/i).map(page)],
  };
}

function readSetupCfg(text: string): LibraryManifest {
  const metadata = parseIni(text).get('metadata');
  const [name, version, url] = ['name', 'version', 'url'].map((field) => metadata?.get(field)?.trim());
  return { name, version: version?.includes(':') ? undefined : version, addresses: [page(url)] };
}

function readGoMod(text: string): LibraryManifest {
  const module = /^[ \t]*module[ \t]+"?([^\s"]{1,1000})"?/m.exec(text)?.[1] ?? '';
  const path = module.replace(/\/v\d+$/, '');
  const name = path
    .split('/')
    .at(-1)
    ?.replace(/\.v\d+$/, '');
  return { name, packageName: module, addresses: [page(path), page(goRepository(path))] };
}

function readPackageJson(text: string): LibraryManifest {
  const document: unknown = JSON.parse(text);
  const packageName = textAt(document, 'name');
  const repository = textAt(document, 'repository', 'url') ?? textAt(document, 'repository');
  return {
    // The scope is an owner, not part of the library's name.
    name: packageName?.replace(/^@[^/]*\//, ''),
    packageName,
    version: textAt(document, 'version'),
    addresses: [repository, page(textAt(document, 'homepage'))],
  };
}

function readCmakeLists(text: string): LibraryManifest {
  const [, name, more = ''] =
    /^[ \t]*project[ \t]*\(\s*"?([\w.+-]{1,100})(?![\w$])([^)]{0,5000})/im.exec(text) ?? [];
  return { name, version: /\bVERSION\s+"?([\d.]+)/.exec(more)?.[1], addresses: [] };
}
