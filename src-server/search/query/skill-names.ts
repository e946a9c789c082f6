import type { SkillKey } from '../../contract/api/api.ts';
import { nameInOne } from '../words/name-in-one.ts';
import { canonicalName } from '../words/word-analysis.ts';
import { libraryForms } from './library-forms.ts';

export interface NamedSkill {
  readonly key: SkillKey;
  readonly name: string;
  readonly packages: readonly string[];
}

/** Of a name that others may begin with. */
const FEWEST_LETTERS = 3;
/** `libuv`, `python-requests`, `msgpack-c`, `eigen3`: what surrounds the name of a library. */
const PREFIX = /^(?:(?:lib|cpp)[-_]?|(?:py|python|go|node|rust|google|apache)[-_])(?=\w{2})/;
const SUFFIX = /(?:[-_](?:cpp|c|rs|go|py|js|python|node|dev)|\.js|[\d.]+)$/;

type Table = Map<string, Set<SkillKey>>;

export const authorOf = (key: SkillKey): string => key.split('/')[1]?.toLowerCase() ?? '';

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
  readonly #known = new Map<SkillKey, NamedSkill>();

  update(changed: readonly NamedSkill[], removed: readonly SkillKey[]): void {
    for (const key of [...removed, ...changed.map((skill) => skill.key)]) this.#remove(key);
    for (const skill of changed) this.#add(skill);
  }

  /** Of the most exact form: several with equal names, empty without a whole name. */
  resolve(asked: string): readonly SkillKey[] {
    const forms = libraryForms(asked);
    for (const form of forms) {
      const meant = this.#ends.get(inOneLanguage(form)) ?? this.#packages.get(form);
      if (meant !== undefined) return [...meant].sort();
    }
    for (const form of forms) {
      const meant = form.includes('/') ? undefined : this.#letters.get(nameInOne(form));
      if (meant !== undefined) return [...meant].sort();
    }
    return [];
  }

  /**
   * Skills that an asked name comes near: equal without decoration (`httplib.h`, `cpp-httplib`), else names and authors of
   * which one begins with the other (`pgxpool`, `boost`). A name within another is no match.
   */
  related(asked: string): readonly SkillKey[] {
    const segments = nameSegments(asked);
    for (const segment of segments.toReversed()) {
      const equal = this.#keysWhere(({ names }) =>
        names.some((name) => coreName(name) === coreName(segment)),
      );
      if (equal.length > 0) return equal;
    }
    const begins = (name: string) =>
      segments.some((segment) => beginsWith(name, segment) || beginsWith(segment, name));
    const isAuthor = (author: string) => segments.some((segment) => beginsWith(author, segment));
    return this.#keysWhere(({ key, names }) => names.some(begins) || isAuthor(authorOf(key)));
  }

  #keysWhere(isMeant: (skill: { readonly key: SkillKey; readonly names: readonly string[] }) => boolean) {
    const all = [...this.#known.values()].map(({ key, name, packages }) => ({
      key,
      names: [key.split('/')[2] ?? '', name, ...packages.map((each) => each.split('/').at(-1) ?? '')].map(
        (each) => each.toLowerCase(),
      ),
    }));
    return all
      .filter(isMeant)
      .map(({ key }) => key)
      .sort();
  }

  /** @param name in lower case */
  hasAuthor(name: string): boolean {
    return this.#authors.has(name);
  }

  #add(skill: NamedSkill): void {
    this.#known.set(skill.key, skill);
    for (const [table, form] of this.#formsOf(skill)) {
      const keys = table.get(form);
      if (keys === undefined) table.set(form, new Set([skill.key]));
      else keys.add(skill.key);
    }
  }

  #remove(key: SkillKey): void {
    const skill = this.#known.get(key);
    if (skill === undefined) return;
    this.#known.delete(key);
    for (const [table, form] of this.#formsOf(skill)) {
      const keys = table.get(form);
      keys?.delete(key);
      if (keys?.size === 0) table.delete(form);
    }
  }

  *#formsOf(skill: NamedSkill): Generator<readonly [Table, string]> {
    const { ends, packages, letters } = tableForms(skill);
    for (const form of ends) yield [this.#ends, form];
    for (const form of packages) yield [this.#packages, form];
    for (const form of letters) yield [this.#letters, form];
    yield [this.#authors, authorOf(skill.key)];
  }
}

/**
 * `boost/asio.hpp`, `boost::asio` and `boost asio` give `boost` and `asio`; the host of a repository is left out. Three
 * words are no name, and `std::` is no library.
 */
function nameSegments(asked: string): readonly string[] {
  const [first = '', second, ...more] = asked.trim().split(/\s+/);
  const isPair = second !== undefined && more.length === 0 && /^\w/.test(first);
  const named = isPair ? `${first}/${second}` : asked;
  const forms = libraryForms(named).flatMap((form) => form.split(/\/|::/));
  if (forms[0] === 'std') return [];
  const names = forms.map((form) => form.replace(/\.h(?:pp|xx|h)?$/, ''));
  return [...new Set(names)].filter(
    (name) => /^[\w.+-]{2,60}$/.test(name) && !/\.(?:com|org|io|dev)$/.test(name),
  );
}

function coreName(name: string): string {
  return nameInOne(name.replace(PREFIX, '').replace(SUFFIX, ''));
}

function beginsWith(name: string, start: string): boolean {
  const letters = nameInOne(start);
  return letters.length >= FEWEST_LETTERS && nameInOne(name).startsWith(letters);
}

/** `c++/gabime/spdlog` gives `cpp/gabime/spdlog`. */
function inOneLanguage(form: string): string {
  const [language = '', ...rest] = form.split('/');
  return rest.length === 0 ? form : [canonicalName(language), ...rest].join('/');
}
