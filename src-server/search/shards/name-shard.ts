import { authorOf, formsOfSkill, type NamedSkill } from '../names/skill-names.ts';
import { ShardReader, ShardWriter } from './shard-bytes.ts';

export interface NumberedSkill extends NamedSkill {
  readonly number: number;
}

export interface NameShard {
  readonly skills: readonly NumberedSkill[];
  readonly authors: ReadonlySet<string>;
}

export function writeNameShard({ skills, authors }: NameShard): Uint8Array {
  const writer = new ShardWriter();
  writer.list(skills, ({ number, key, name, packages }) => {
    writer.number(number);
    writer.text(key);
    writer.text(name);
    writer.texts(packages);
  });
  writer.texts([...authors]);
  return writer.finish();
}

export function readNameShard(bytes: Uint8Array, documentCount: number): NameShard {
  const reader = new ShardReader(bytes);
  const skills = reader.list(() => ({
    number: reader.numberBelow(documentCount),
    key: reader.text(),
    name: reader.text(),
    packages: reader.texts(),
  }));
  return { skills, authors: new Set(reader.texts()) };
}

export const nameKey = (form: string): string => `name ${form}`;
export const authorKey = (author: string): string => `author ${author}`;

export function nameKeys(skill: NamedSkill): readonly string[] {
  return formsOfSkill(skill).map(nameKey);
}

export const authorKeyOf = ({ key }: NamedSkill): string => authorKey(authorOf(key));
