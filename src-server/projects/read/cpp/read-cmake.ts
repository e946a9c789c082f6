import { basename } from '../file-paths.ts';
import type { FoundPackage, PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import { repositoryOf } from '../repository-of.ts';

/** Quoted arguments may contain `#`. Unterminated matches reach the end. */
const QUOTED_OR_COMMENT = /("(?:[^"\\]|\\[\s\S]?)*(?:"|$))|#\[(=*)\[[\s\S]*?(?:\]\2\]|$)|#[^\n]*/g;
const CALL = /\b(find_package|FetchContent_Declare|CPMAddPackage|CPMFindPackage)\s*\(([^()]*)\)/gi;

type CMakePackage = Pick<FoundPackage, 'ecosystem' | 'name' | 'version' | 'repository' | 'isGit'>;

/** CMake's modules for tools and system libraries. */
const SYSTEM =
  /^(?:Threads|PkgConfig|Git|Doxygen|Python[23]?|PythonInterp|PythonLibs|Perl|OpenMP|CUDA(?:Toolkit)?|MPI)$/;

/** Literal calls only. */
export async function readCMake(sources: ProjectSources, rows: PackageRows): Promise<void> {
  for (const file of sources.paths.filter((path) => /^CMakeLists\.txt$|\.cmake$/i.test(basename(path)))) {
    const calls = await sources.parse(file, cmakeCalls);
    if (calls === undefined || calls.length === 0) continue;
    sources.unread(
      file,
      'is read in part: only literal find_package, FetchContent_Declare and CPMAddPackage',
    );
    for (const call of calls) {
      const found = packageOf(call);
      if (found !== undefined) rows.add({ ...found, direct: true, dev: false, file });
    }
  }
}

/** Undefined for system modules and variable packages. */
function packageOf({ command, args }: CMakeCall): CMakePackage | undefined {
  const [first = ''] = args;
  if (command === 'find_package') return foundPackage(args);
  if (command.startsWith('cpm') && args.length === 1) return cpmShorthand(first);
  const address = addressOf(args);
  const name = command.startsWith('cpm') ? (argumentAfter(args, 'NAME') ?? '') : first;
  if (address === undefined) return named(name, null);
  const tag = argumentAfter(args, 'GIT_TAG') ?? argumentAfter(args, 'VERSION') ?? archiveTag(address);
  return fromRepository(address, tag) ?? named(name, null);
}

/** `find_package(fmt 9.1.0 EXACT)`. Without EXACT a minimum. */
function foundPackage(args: readonly string[]): CMakePackage | undefined {
  const [name = '', version = ''] = args;
  if (SYSTEM.test(name)) return undefined;
  return named(name, args.includes('EXACT') && /^\d[\d.]*$/.test(version) ? version : null);
}

function named(name: string, version: string | null): CMakePackage | undefined {
  return isLiteral(name) ? { ecosystem: 'generic', name, version } : undefined;
}

/** `gh:fmtlib/fmt#9.1.0`, `gh:nlohmann/json@3.11.3` or address (https://github.com/cpm-cmake/CPM.cmake). */
function cpmShorthand(text: string): CMakePackage | undefined {
  const [, host, path, sharp, at] =
    /^(gh|gl|bb):([\w.-]+\/[\w.-]+?)(?:#([\w.+-]+))?(?:@([\w.+-]+))?$/.exec(text) ?? [];
  if (host === undefined || path === undefined) return fromRepository(text, archiveTag(text));
  const hosts: Readonly<Record<string, string>> = { gh: 'github.com', gl: 'gitlab.com', bb: 'bitbucket.org' };
  return fromRepository(`https://${hosts[host]}/${path}`, sharp ?? at);
}

function addressOf(args: readonly string[]): string | undefined {
  const short = argumentAfter(args, 'GITHUB_REPOSITORY');
  const shortLab = argumentAfter(args, 'GITLAB_REPOSITORY');
  if (short !== undefined) return `https://github.com/${short}`;
  if (shortLab !== undefined) return `https://gitlab.com/${shortLab}`;
  return argumentAfter(args, 'GIT_REPOSITORY') ?? argumentAfter(args, 'URL');
}

/** `https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz` → `9.1.0` */
function archiveTag(address: string): string | undefined {
  return /\/(?:archive\/(?:refs\/tags\/)?|releases\/download\/)([\w.+-]+?)(?:\.tar\.\w+|\.zip|\.tgz|\/[^/]*)$/.exec(
    address,
  )?.[1];
}

function fromRepository(address: string, tag: string | undefined): CMakePackage | undefined {
  const repository = isLiteral(address) ? repositoryOf(address) : undefined;
  if (repository === undefined) return undefined;
  const [host, ...path] = repository.split('/');
  const version = tag !== undefined && isFixed(tag) ? tag : null;
  if (host !== 'github.com')
    return { ecosystem: 'generic', name: path.at(-1) ?? '', version, repository, isGit: true };
  return { ecosystem: 'github', name: path.join('/'), version, repository, isGit: true };
}

const isLiteral = (text: string) => text !== '' && !/[$<>{}]/.test(text);

/** Tags and commits; branches move. */
const isFixed = (tag: string) =>
  isLiteral(tag) && (/\d[._-]\d/.test(tag) || /^v?\d+$|^[0-9a-f]{40}$/.test(tag));

/** Arguments without quotes. */
interface CMakeCall {
  /** Lower case. */
  readonly command: string;
  readonly args: readonly string[];
}

/** Skips nested parentheses. */
function cmakeCalls(text: string): readonly CMakeCall[] {
  const code = text.replace(QUOTED_OR_COMMENT, (_, quoted: string | undefined) => quoted ?? ' ');
  return [...code.matchAll(CALL)].map(([, command = '', args = '']) => ({
    command: command.toLowerCase(),
    args: [...args.matchAll(/"([^"]*)"|[^\s";]+/g)].map(([word, quoted]) => quoted ?? word),
  }));
}

function argumentAfter(args: readonly string[], keyword: string): string | undefined {
  const index = args.indexOf(keyword);
  return index < 0 ? undefined : args[index + 1];
}
