import type { SkillKey } from '../../contract/api/api.ts';
import { lookedUpForms, SkillNames } from '../names/skill-names.ts';
import { authorKey, type NumberedSkill, nameKey } from './name-shard.ts';
import type { ShardDemand } from './shard-demand.ts';

/** Names that a question looks up. */
export class AskedNames {
  readonly #demand: ShardDemand;
  readonly #skills = new Map<SkillKey, NumberedSkill>();
  readonly #names = new SkillNames();

  constructor(demand: ShardDemand) {
    this.#demand = demand;
  }

  resolve(asked: string): readonly SkillKey[] {
    for (const form of lookedUpForms(asked)) this.#add(nameKey(form));
    return this.#names.resolve(asked);
  }

  hasAuthor(name: string): boolean {
    return this.#demand.find('names', authorKey(name))?.authors.has(name) === true;
  }

  /** Undefined for other keys than resolved keys. */
  numberOf(key: SkillKey): number | undefined {
    return this.#skills.get(key)?.number;
  }

  #add(key: string): void {
    const found = this.#demand.find('names', key)?.skills ?? [];
    const added = found.filter((skill) => !this.#skills.has(skill.key));
    for (const skill of added) this.#skills.set(skill.key, skill);
    this.#names.update(added, []);
  }
}
