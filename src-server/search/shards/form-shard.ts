import { binaryOf } from '../words/word-list.ts';
import { commonLength, ShardReader, ShardWriter } from './shard-bytes.ts';

/** A term or a word, to compare with a word in no skill. */
export interface Form {
  readonly form: string;
  /** Of a word; undefined for a term. */
  readonly term?: string;
  /** With the term. */
  readonly documents: number;
}

/** @param forms in byte order */
export function writeFormShard(forms: readonly Form[]): Uint8Array {
  const writer = new ShardWriter();
  const terms = forms.filter(({ term }) => term === undefined);
  const words = forms.filter(({ term }) => term !== undefined);
  for (const list of [terms, words]) {
    writer.words(list.map(({ form }) => form));
    writer.numbers(list.map(({ documents }) => documents));
  }
  for (const { form, term = '' } of words) {
    const common = commonLength(form, term);
    writer.number(common);
    writer.text(term.slice(common));
  }
  return writer.finish();
}

export interface FormShard {
  /** With the number of documents. */
  readonly terms: ReadonlyMap<string, number>;
  readonly words: ReadonlyMap<string, { readonly term: string; readonly documents: number }>;
}

export function readFormShard(bytes: Uint8Array): FormShard {
  const reader = new ShardReader(bytes);
  const [terms, words] = [readList(reader), readList(reader)];
  const ofWords = words.map(([word, documents]) => {
    const term = word.slice(0, reader.number()) + reader.text();
    return [word, { term, documents }] as const;
  });
  return { terms: new Map(terms), words: new Map(ofWords) };
}

function readList(reader: ShardReader): (readonly [string, number])[] {
  const forms = reader.words();
  const documents = reader.numbers(forms.length);
  return forms.map((form, i) => [form, documents[i] as number]);
}

const PREFIX = 4;

/** Of terms with an equal beginning, so a shard has all forms that begin with a word of four letters. */
export const beginKey = (form: string): string => `begin ${binaryOf(form).slice(0, PREFIX)}`;

/** Of forms that begin with one or two bytes and have a length in bytes. */
export const lengthKey = (start: string, length: number): string => `length ${length} ${start}`;

export function formKeys(form: string): readonly string[] {
  const binary = binaryOf(form);
  const starts = [binary.slice(0, 1), binary.slice(0, 2)];
  return [beginKey(form), ...starts.map((start) => lengthKey(start, binary.length))];
}
