/** Finds the skills that a name, address or import means. */
import type { SkillKey } from '../contract/api.ts';
import {
  importForms,
  languagesOfName,
  libraryForms,
  modulePath,
  packagePath,
  pythonPackage,
  repositoryPath,
} from './library-forms.ts';
import { canonicalName, nameInOne } from './word-analysis.ts';

export interface NamedSkill {
  readonly key: SkillKey;
  readonly name: string;
  readonly packages: readonly string[];
}

/** Skills that an import means. */
export interface ImportedSkills {
  readonly keys: readonly SkillKey[];
  /** Whether a skill states the import or has its name; false if the name of the library alone speaks for it. */
  readonly isStated: boolean;
}

/** Languages in which code imports a package by a name of the package. */
const PACKAGE_LANGUAGES: ReadonlySet<string> = new Set(['js', 'rust']);

/** Skills that may be meant where none has the asked name. */
export interface RelatedNames {
  readonly keys: readonly SkillKey[];
  /** The asked library, written otherwise; false for libraries of like names. */
  readonly isSame: boolean;
}

interface CalledSkill {
  readonly key: SkillKey;
  readonly author: Called;
  /** Names of a skill: from its key, skill.json and packages. */
  readonly names: readonly Called[];
}

/** A name, as it is compared. */
interface Called {
  /** The name as it was given: of a skill and an author in lower case. */
  readonly name: string;
  readonly letters: string;
  /** Letters without decoration, in C++ also without a version. */
  readonly core: string;
}

/** Letters of a name before others are compared by how they begin. */
const FEWEST_LETTERS = 3;
/** `libuv`, `python-requests`, `msgpack-c`: what surrounds the name of a library. */
const PREFIX = /^(?:(?:lib|cpp)[-_]?|(py|python3?|go|golang|node|rust)[-_])(?=\w{2})/;
const SUFFIX =
  /(?:[-_](cpp|c|rs|rust|go|golang|py|js|python|node|java|ruby|php|dotnet|swift|dart|dev)|\.(js))$/;
/** Of C++: `grpc++`, `eigen3`. Elsewhere a number makes another library: `psycopg2`. */
const CPP_SUFFIX = /(?:\+\+|pp|(?<![-_\d.])[-_]?[\d.]+)$/;
const OWNER_PREFIX = /^(google|apache)[-_](?=\w{2})/;

/** Language by what surrounds a name; '' for languages without skills. */
const SURROUNDED: Readonly<Record<string, string>> = {
  py: 'python',
  python: 'python',
  python3: 'python',
  go: 'go',
  golang: 'go',
  node: 'js',
  js: 'js',
  rust: 'rust',
  rs: 'rust',
  cpp: 'cpp',
  c: 'cpp',
  java: '',
  ruby: '',
  php: '',
  dotnet: '',
  swift: '',
  dart: '',
};

/** The skills of each form: nearly all forms are of one, and a set of one takes more than all else of it. */
type Table = Map<string, SkillKey | Set<SkillKey>>;

function keysOf(table: Table, form: string): readonly SkillKey[] {
  const found = table.get(form);
  if (found === undefined) return [];
  return typeof found === 'string' ? [found] : [...found];
}

const authorOf = (key: SkillKey): string => key.split('/')[1]?.toLowerCase() ?? '';
const languageOf = (key: SkillKey): string => key.split('/', 1)[0] ?? '';

interface TableForms {
  readonly ends: readonly string[];
  readonly packages: readonly string[];
  readonly letters: readonly string[];
}

function tableForms({ key, name: called, packages: declared }: NamedSkill): TableForms {
  const [language = '', author = '', name = ''] = key.toLowerCase().split('/');
  const lower = declared.map((each) => each.toLowerCase());
  return {
    ends: [`${language}/${author}/${name}`, `${author}/${name}`, `${language}/${name}`, name],
    packages: lower.flatMap((form) => [form, form.replace(/\/v\d+$/, '')]),
    letters: [name, called, ...lower.filter((form) => !form.includes('/'))].map(nameInOne),
  };
}

export class SkillNames {
  readonly #ends: Table = new Map();
  readonly #packages: Table = new Map();
  readonly #letters: Table = new Map();
  readonly #authors: Table = new Map();
  /** The skills whose forms are in the tables. */
  readonly #skills = new Map<SkillKey, NamedSkill>();
  readonly #called = new Map<SkillKey, CalledSkill>();

  update(changed: readonly NamedSkill[], removed: readonly SkillKey[]): void {
    for (const key of [...removed, ...changed.map((skill) => skill.key)]) this.#remove(key);
    for (const skill of changed) this.#add(skill);
  }

  /** Returns the skills that have the asked name, by the most exact form of it that any has; several if they share it. */
  resolve(asked: string): readonly SkillKey[] {
    const languages = languagesOfName(asked);
    const meantBy = (table: Table, form: string) =>
      keysOf(table, form)
        .filter((key) => languages?.includes(languageOf(key)) ?? true)
        .sort();
    const forms = libraryForms(asked);
    const repository = repositoryPath(asked);
    for (const form of repository === undefined ? forms : [...forms, repository]) {
      const named = meantBy(this.#ends, inOneLanguage(form));
      const meant = named.length > 0 ? named : meantBy(this.#packages, form);
      if (meant.length > 0) return meant;
    }
    for (const form of forms) {
      const meant = form.includes('/') ? [] : meantBy(this.#letters, nameInOne(form));
      if (meant.length > 0) return meant;
    }
    const imported = pythonPackage(asked);
    const meant = imported === undefined ? [] : this.resolve(imported);
    const ofPython = meant.filter((key) => languageOf(key) === 'python');
    return ofPython.length > 0 ? ofPython : this.#resolvePackagePath(asked);
  }

  /** `react-dom/client` is a module of the package `react-dom`, but `redis/rueidis` another library of the author. */
  #resolvePackagePath(asked: string): readonly SkillKey[] {
    const path = packagePath(asked);
    if (path === undefined || (languagesOfName(asked)?.includes('js') ?? true) === false) return [];
    return this.imported(path.name, 'js').keys.filter((key) => path.isSure || authorOf(key) !== path.name);
  }

  /**
   * The skills that code of a language means by an import, of the nearest form: `sqlalchemy` for `sqlalchemy.orm`.
   * Unlike `resolve`, never by likeness.
   */
  imported(path: string, language: string): ImportedSkills {
    const { stated, named } = importForms(path, language);
    const ofLanguage = (table: Table, form: string) =>
      keysOf(table, form)
        .filter((key) => languageOf(key) === language)
        .sort();
    for (const form of stated) {
      const keys = ofLanguage(this.#packages, form);
      const owned = keys.length > 0 || !form.includes('/') ? keys : ofLanguage(this.#ends, form);
      if (owned.length > 0) return { keys: owned, isStated: true };
    }
    for (const form of named) {
      const ends = ofLanguage(this.#ends, form);
      const keys = language === 'cpp' ? [...new Set([...ends, ...ofLanguage(this.#packages, form)])] : ends;
      // A skill that states its packages is meant by them; in Python they may be called otherwise than what is imported.
      const meant = PACKAGE_LANGUAGES.has(language) ? keys.filter((key) => !this.#statesNames(key)) : keys;
      if (meant.length > 0)
        return { keys: meant, isStated: language === 'python' || PACKAGE_LANGUAGES.has(language) };
    }
    return { keys: [], isStated: false };
  }

  #statesNames(key: SkillKey): boolean {
    return (this.#skills.get(key)?.packages.length ?? 0) > 0;
  }

  /**
   * Returns the skills that may be meant where none has the name. First the same library, written otherwise: equal
   * without decoration (`httplib.h`, `cpp-httplib`), or its author. Else other libraries whose names or authors begin
   * with the asked one, or the other way round: `flask-sqlalchemy`, `grpcio`.
   */
  related(asked: string): RelatedNames {
    const languages = languagesOfName(asked);
    const isOfLanguage = (key: SkillKey) => languages?.includes(languageOf(key)) ?? true;
    const name = askedName(asked);
    const keysWhere = (isMeant: (skill: CalledSkill, name: AskedName) => boolean) =>
      [...this.#called.values()]
        .filter((skill) => isMeant(skill, name))
        .map(({ key }) => key)
        .sort();
    const same = keysWhere(isWrittenOtherwise).filter(isOfLanguage);
    if (same.length > 0) return { keys: same, isSame: true };
    const alike = keysWhere(hasLikeName);
    const owned = keysWhere(isOfAuthor).filter(isOfLanguage);
    // `zeromq` is the author's only library; `websockets` may be that, or like `websocket`.
    if (alike.length === 0 && owned.length > 0) return { keys: owned, isSame: true };
    const near = [...new Set([...alike, ...keysWhere(hasLikeAuthor)])];
    const ofLanguage = near.filter(isOfLanguage);
    return { keys: ofLanguage.length > 0 ? ofLanguage : near, isSame: false };
  }

  /** @param name in lower case */
  hasAuthor(name: string): boolean {
    return this.#authors.has(name);
  }

  #add(skill: NamedSkill): void {
    const { key } = skill;
    this.#skills.set(key, skill);
    this.#called.set(key, calledSkill(skill));
    for (const [table, form] of this.#formsOf(skill)) {
      const known = table.get(form);
      if (known === undefined) table.set(form, key);
      else if (typeof known !== 'string') known.add(key);
      else if (known !== key) table.set(form, new Set([known, key]));
    }
  }

  #remove(key: SkillKey): void {
    const skill = this.#skills.get(key);
    if (skill === undefined) return;
    for (const [table, form] of this.#formsOf(skill)) {
      const known = table.get(form);
      if (known === key) table.delete(form);
      else if (known !== undefined && typeof known !== 'string') {
        known.delete(key);
        if (known.size === 0) table.delete(form);
      }
    }
    this.#skills.delete(key);
    this.#called.delete(key);
  }

  *#formsOf(skill: NamedSkill): Generator<readonly [Table, string]> {
    const { ends, packages, letters } = tableForms(skill);
    for (const form of ends) yield [this.#ends, form];
    for (const form of packages) yield [this.#packages, form];
    for (const form of letters) yield [this.#letters, form];
    yield [this.#authors, authorOf(skill.key)];
  }
}

function calledSkill({ key, name, packages }: NamedSkill): CalledSkill {
  const language = languageOf(key);
  const names = [key.split('/')[2] ?? '', name, ...packages.map((each) => each.split('/').at(-1) ?? '')];
  return {
    key,
    author: called(authorOf(key), language),
    names: [...new Set(names.map((each) => each.toLowerCase()))].map((each) => called(each, language)),
  };
}

function called(name: string, language: string): Called {
  return { name, letters: nameInOne(name), core: coreName(name, language) };
}

/** A version of any library may be asked. */
const askedAs = (name: string): Called => called(name, 'cpp');

interface AskedName {
  /** `boost/asio.hpp`, `boost::asio` and `boost asio` give `boost` and `asio`. */
  readonly segments: readonly Called[];
  /** Written as one word and another. */
  readonly isPair: boolean;
  /** `gorilla/mux` of an address at a host of repositories. */
  readonly repository: string | undefined;
  /** Name of the module that a path lies in: `zap` of `go.uber.org/zap/zapcore`. */
  readonly module: Called | undefined;
  /** Scope of a package: `grpc` of `@grpc/grpc-js`. */
  readonly scope: string | undefined;
}

const KEYWORDS: ReadonlySet<string> = new Set(['import', 'use', 'from', 'require', 'extern', 'crate']);

/** Reads an asked name. Three words are no name, and `std::` is no library. */
function askedName(asked: string): AskedName {
  const [first = '', second, ...more] = asked.trim().split(/\s+/);
  const isPair =
    second !== undefined &&
    more.length === 0 &&
    /^[\w+]+$/.test(first) &&
    /^\w/.test(second) &&
    !KEYWORDS.has(first);
  const forms = libraryForms(isPair ? `${first}/${second}` : asked);
  const imported = pythonPackage(asked);
  const parts = [...forms, ...(imported === undefined ? [] : [imported])].flatMap((form) =>
    form.split(/\/|::/),
  );
  const names = parts.map((part) => part.replace(/\.h(?:pp|xx|h)?$/, ''));
  const segments = names.filter(
    (name) => /^[\w.+-]{2,60}$/.test(name) && !/\.(?:com|org|io|dev)$/.test(name),
  );
  const [, scope] = /^@([^/]+)\//.exec(forms.find((form) => form.startsWith('@')) ?? '') ?? [];
  const [module] = modulePath(asked)?.split('/') ?? [];
  return {
    segments: parts[0] === 'std' ? [] : [...new Set(segments)].map((each) => askedAs(each)),
    isPair,
    repository: repositoryPath(asked),
    module: module === undefined ? undefined : askedAs(module),
    scope,
  };
}

function isWrittenOtherwise(skill: CalledSkill, asked: AskedName): boolean {
  const { key, author, names } = skill;
  const { segments, isPair, repository, module, scope } = asked;
  const isCalled = (segment: Called) => names.some((name) => isSameName(segment, name, skill));
  // An address names its author, too.
  if (repository !== undefined) return false;
  if (module !== undefined) return isCalled(module);
  if (scope !== undefined) return author.name === scope && segments.some(isCalled);
  const [first, ...others] = segments;
  if (first === undefined) return false;
  // `uber zap`, `python requests`, `boost::asio`
  const isOwner = beginsWith(author, first) || canonicalName(first.name) === languageOf(key);
  if (others.length > 0 && isOwner && others.some(isCalled)) return true;
  // `spdlog/async.h`, but `flask login` is no part of Flask.
  return !isPair && isCalled(first);
}

/** Whether the name is an address, a path of a module or a scoped package. */
const isAddressed = ({ repository, module, scope }: AskedName): boolean =>
  repository !== undefined || module !== undefined || scope !== undefined;

/** Length of an ending that an author may add to the name: `org` of `boostorg`. */
const LONGEST_AUTHOR_END = 3;

function isOfAuthor({ author }: CalledSkill, asked: AskedName): boolean {
  const [first, ...others] = asked.segments;
  if (first === undefined || others.length > 0 || isAddressed(asked)) return false;
  return beginsWith(author, first) && author.letters.length <= first.letters.length + LONGEST_AUTHOR_END;
}

function hasLikeName({ names }: CalledSkill, { segments, repository, module, scope }: AskedName): boolean {
  const [owner = scope, library] = repository?.split('/') ?? [];
  const asked = module !== undefined ? [module] : library === undefined ? segments : [askedAs(library)];
  const owners = owner === undefined ? [] : [askedAs(owner)];
  return names.some(
    (name) =>
      asked.some((each) => beginsWith(name, each) || beginsWith(each, name) || each.core === name.core) ||
      owners.some((each) => beginsWith(each, name)),
  );
}

function hasLikeAuthor({ author }: CalledSkill, asked: AskedName): boolean {
  if (isAddressed(asked)) return false;
  return asked.segments.some((each) => beginsWith(author, each) || beginsWith(each, author));
}

/** Whether a skill is asked by its name, apart from what says the language or a version. */
function isSameName(asked: Called, { core }: Called, { key, author }: CalledSkill): boolean {
  const language = languageOf(key);
  const [, before] = PREFIX.exec(asked.name) ?? [];
  const [, behind, extension] = SUFFIX.exec(asked.name) ?? [];
  const surrounding = before ?? behind ?? extension;
  const says = surrounding === undefined ? undefined : SURROUNDED[surrounding];
  if (says !== undefined && says !== language) return false;
  const owner = OWNER_PREFIX.exec(asked.name)?.[1];
  if (owner !== undefined && !author.name.startsWith(owner)) return false;
  return core.length >= FEWEST_LETTERS && coreName(asked.name.replace(OWNER_PREFIX, ''), language) === core;
}

function coreName(name: string, language: string): string {
  const core = name.replace(PREFIX, '').replace(SUFFIX, '');
  return nameInOne(language === 'cpp' ? core.replace(CPP_SUFFIX, '') : core);
}

function beginsWith({ letters: name }: Called, { letters: start }: Called): boolean {
  return start.length >= FEWEST_LETTERS && name.startsWith(start);
}

/** `c++/gabime/spdlog` gives `cpp/gabime/spdlog`. */
function inOneLanguage(form: string): string {
  const [language = '', ...rest] = form.split('/');
  return rest.length === 0 ? form : [canonicalName(language), ...rest].join('/');
}
