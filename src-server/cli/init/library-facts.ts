/** What a library's own package files say about it. Pure: texts in, facts out. */
import { parse as parseToml } from 'smol-toml';
import type { Language } from '../../contract/api.ts';

export interface LibraryFacts {
  readonly name?: string;
  /** `author/name` on its host. */
  readonly repo?: string;
  readonly language?: Language;
  readonly version?: string;
}

type Reader = (text: string) => LibraryFacts;

/** Package files by name, in the order they are asked. A file that can't be parsed says nothing but its language. */
const READERS: Readonly<Record<string, Reader>> = {
  'Cargo.toml': (text) => {
    const { name, version, repository } = table(table(parseToml(text))['package']);
    return facts('rust', name, version, repository);
  },
  'pyproject.toml': (text) => {
    const document = table(parseToml(text));
    const project = table(document['project']);
    const poetry = table(table(document['tool'])['poetry']);
    const urls = Object.values(table(project['urls']));
    const repository = [...urls, poetry['repository']].find((url) => repoOfUrl(url) !== undefined);
    return facts(
      'python',
      project['name'] ?? poetry['name'],
      project['version'] ?? poetry['version'],
      repository,
    );
  },
  'go.mod': (text) => {
    const module = /^[ \t]*module[ \t]+"?([^\s"]+)"?/m.exec(text)?.[1];
    const repo = repoOfUrl(`https://${module}`);
    return facts('go', repo?.split('/')[1], undefined, `https://${module}`);
  },
  'package.json': (text) => {
    const { name, version, repository } = table(JSON.parse(text));
    const url = typeof repository === 'string' ? shorthand(repository) : table(repository)['url'];
    return facts('js', typeof name === 'string' ? name.replace(/^@[^/]+\//, '') : undefined, version, url);
  },
  'CMakeLists.txt': (text) => {
    const [, name, version] =
      /^[ \t]*project[ \t]*\(\s*([\w.+-]+)(?:[^)]*?\bVERSION\s+([\d.]+))?/im.exec(text) ?? [];
    return facts('cpp', name, version, undefined);
  },
};

/** Names of the files that `libraryFacts` understands. */
export const PACKAGE_FILES = Object.keys(READERS);

/**
 * Facts from the first package file that is there, gaps filled from git's own settings.
 *
 * @param texts by file name; `.git/config` among them where there is one
 */
export function libraryFacts(texts: Readonly<Record<string, string>>): LibraryFacts {
  const file = PACKAGE_FILES.find((name) => texts[name] !== undefined);
  const found = file === undefined ? {} : readTolerantly(READERS[file], texts[file] ?? '');
  const remote = /\[remote "origin"\][^[]*?\n[ \t]*url[ \t]*=[ \t]*(\S+)/.exec(
    texts['.git/config'] ?? '',
  )?.[1];
  const repo = found.repo ?? repoOfUrl(remote);
  return repo === undefined ? found : { ...found, repo, name: found.name ?? repo.split('/')[1] ?? repo };
}

function readTolerantly(reader: Reader | undefined, text: string): LibraryFacts {
  try {
    return reader?.(text) ?? {};
  } catch {
    return {};
  }
}

function facts(language: Language, name: unknown, version: unknown, url: unknown): LibraryFacts {
  const repo = repoOfUrl(url);
  return {
    language,
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(typeof version === 'string' && version !== '' ? { version } : {}),
    ...(repo === undefined ? {} : { repo }),
  };
}

/** npm's `author/name`, `github:author/name`. */
function shorthand(repository: string): string {
  const short = /^(?:\w+:)?([\w.-]+\/[\w.-]+)$/.exec(repository)?.[1];
  return short === undefined ? repository : `https://github.com/${short}`;
}

/** `author/name` of a repository's web or git address. */
export function repoOfUrl(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  const match =
    /^(?:git\+)?(?:https?:\/\/|ssh:\/\/|git:\/\/|git@)(?:[^@/]+@)?[\w.-]+(?::\d+)?[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:[/#?].*)?$/.exec(
      url,
    );
  const [, author, name] = match ?? [];
  return author === undefined || name === undefined ? undefined : `${author}/${name}`;
}

function table(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
