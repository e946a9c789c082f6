/** Decides which library a message comes from, and whether a skill covers that library. */
import { LANGUAGES, type SkillKey } from '../../contract/api/api.ts';
import { type FindIndex, lookUpTerm } from '../index/find-index.ts';
import { FIELD, OCCURRENCES } from '../index/segment.ts';
import { namedLibrary } from '../names/library-forms.ts';
import { messageLanguages } from '../words/message-languages.ts';
import { wordsOf } from '../words/word-analysis.ts';
import { messageSpeakers, type Speaker } from './message-speakers.ts';

/** What printed a message. */
export interface MessageSource {
  /** The library or tool as the message has it; undefined if the message doesn't tell, or it is unsure who covers it. */
  readonly name?: string;
  /** True for a compiler: it speaks about code that uses other libraries. */
  readonly isCompiler?: boolean;
  /** The skills about the library; empty if no skill covers it. */
  readonly keys: ReadonlySet<SkillKey>;
  /** True if the question is the library's name and nothing else. */
  readonly isAsked?: boolean;
  /** True for a message, which is more than a library's name. */
  readonly isMessage: boolean;
  /** Skills about libraries that the message names. */
  readonly mentioned: ReadonlySet<SkillKey>;
}

/** Occurrences of a library's name in the texts of one skill from which that skill may cover it. */
const OFTEN = 8;
/** Share of the skills with a word from which the word is no library's name: `next`. */
const COMMON = 0.25;
const COMMON_FROM = 3;
/** Fields of a skill that say what it covers. */
const COVERING = FIELD.name | FIELD.tags | FIELD.author;

interface Resolved extends Speaker {
  readonly keys: readonly SkillKey[];
}

/** @param resolve gives the skills that a name means */
export function nameMessageSource(
  index: FindIndex,
  text: string,
  resolve: (name: string) => readonly SkillKey[],
): MessageSource {
  const asked = namedLibrary(text);
  if (asked !== undefined && resolve(text).length === 0 && !mayCover(index, asked, LANGUAGES))
    return { name: asked, isAsked: true, keys: new Set(), isMessage: false, mentioned: new Set() };
  const printing = messageLanguages(text);
  const speakers = messageSpeakers(text).map((speaker): Resolved => {
    const languages = narrowed(speaker.languages, printing);
    const keys = languages.length === 0 ? [] : resolve(speaker.name).filter((key) => isIn(key, languages));
    return { ...speaker, languages, keys };
  });
  const mentioned = new Set(speakers.flatMap(({ keys }) => keys));
  const source = sourceOf(speakers, ({ name, languages }) => mayCover(index, name, languages));
  const isMessage = speakers.length > 0 && /\s/.test(text.trim());
  return { ...(source ?? { keys: new Set<SkillKey>() }), isMessage, mentioned };
}

/** Rust and C++ write paths alike; a message's other shapes may tell them apart. */
function narrowed(languages: readonly string[], printing: ReadonlySet<string>): readonly string[] {
  const both = languages.filter((language) => printing.has(language));
  return languages.length > 1 && both.length > 0 ? both : languages;
}

function isIn(key: SkillKey, languages: readonly string[]): boolean {
  return languages.some((language) => key.startsWith(`${language}/`));
}

/** @param isUnsure whether a skill may cover a library although it isn't called so */
function sourceOf(
  speakers: readonly Resolved[],
  isUnsure: (speaker: Speaker) => boolean,
): Pick<MessageSource, 'name' | 'keys' | 'isCompiler'> | undefined {
  const by = (kind: Speaker['by']) => speakers.filter((speaker) => speaker.by === kind);
  const messages = by('message');
  const [frame] = by('frame');
  const surest = messages.find(({ keys }) => keys.length > 0) ?? messages[0] ?? frame;
  const named = surest ?? by('hint').find(({ keys }) => keys.length > 0) ?? by('tool')[0];
  if (named === undefined) return undefined;
  if (named.keys.length === 0 && isUnsure(named)) return undefined;
  return { name: named.name, keys: new Set(named.keys), isCompiler: named.isCompiler === true };
}

/** Whether a skill may cover a library that it doesn't declare: its entry has the name, or its texts have it often. */
function mayCover(index: FindIndex, name: string, languages: readonly string[]): boolean {
  return coveringTerms(name).some((term) => {
    const found = lookUpTerm(index, term);
    const isCommon = (found?.documents ?? 0) > Math.max(COMMON_FROM, COMMON * index.documentCount);
    return index.views.some(({ segment, documents }, view) => {
      const { from = 0, to = 0 } = found?.postings[view] ?? {};
      for (let posting = from; posting < to; posting += 1) {
        const key = documents[segment.postingDocuments[posting] as number]?.key;
        const frequency = segment.postingFrequencies[posting] as number;
        const isAbout = (frequency & COVERING) !== 0 || (!isCommon && (frequency & OCCURRENCES) >= OFTEN);
        if (key !== undefined && isAbout && isIn(key, languages)) return true;
      }
      return false;
    });
  });
}

/** `react` and `dom` for `react-dom`: of a path the last part, of a scoped package the scope. */
function coveringTerms(name: string): readonly string[] {
  const [scope = ''] = name.startsWith('@') ? name.slice(1).split('/') : [];
  const path = name.replace(/\/v\d+$/, '');
  const own = scope !== '' ? scope : path.slice(path.lastIndexOf('/') + 1);
  const [first = ''] = own.split(/[-.]/);
  const [whole, part] = wordsOf(first);
  return [whole, part].flatMap((word) => (word === undefined ? [] : [word.term]));
}
