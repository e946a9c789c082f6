import type { SkillKey } from '../../contract/api/api.ts';
import { nameInOne } from '../words/name-in-one.ts';
import { canonicalName } from '../words/word-analysis.ts';
import { libraryForms } from './library-forms.ts';

export interface NamedSkill {
  readonly key: SkillKey;
  readonly name: string;
  readonly packages: readonly string[];
}

type Table = Map<string, Set<SkillKey>>;

export class SkillNames {
  readonly #ends: Table = new Map();
  readonly #packages: Table = new Map();
  readonly #letters: Table = new Map();
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

  *#formsOf({ key, name: called, packages }: NamedSkill): Generator<readonly [Table, string]> {
    const [language = '', author = '', name = ''] = key.toLowerCase().split('/');
    for (const end of [`${language}/${author}/${name}`, `${author}/${name}`, `${language}/${name}`, name])
      yield [this.#ends, end];
    yield [this.#letters, nameInOne(name)];
    yield [this.#letters, nameInOne(called)];
    for (const declared of packages) {
      const form = declared.toLowerCase();
      yield [this.#packages, form];
      yield [this.#packages, form.replace(/\/v\d+$/, '')];
      if (!form.includes('/')) yield [this.#letters, nameInOne(form)];
    }
  }
}

/** `c++/gabime/spdlog` gives `cpp/gabime/spdlog`. */
function inOneLanguage(form: string): string {
  const [language = '', ...rest] = form.split('/');
  return rest.length === 0 ? form : [canonicalName(language), ...rest].join('/');
}
