/** Decides what is said unasked, when a client has read or written a file. */

import { LRUCache } from 'lru-cache';
import { type AgentText, joinText, LINES, PARTS } from '../contract/agent-lines.ts';
import type { Language, SkillKey, ToldUnasked } from '../contract/api.ts';
import { CLIENT_NAMES } from '../contract/clients/clients.ts';
import { LIMITS } from '../contract/limits.ts';
import { statedImports } from '../contract/skill-format.ts';
import type { SkillRecord } from '../registry/skill-record.ts';
import type { Danger } from '../search/dangers.ts';
import type { ImportedSkills } from '../search/skill-names.ts';
import { estimateTokens } from '../skill-answer/skill-entries.ts';
import { hookAnswer, readToolEvent, type SeenFile } from './client-events.ts';
import { callsIn, type DangerCode, type DangerIndex, dangerIndex, namesIn } from './dangers.ts';
import { codeOnly, importsIn, languageOfFile } from './imports.ts';

/** What is looked at; both come from the snapshot of the moment. */
export interface HookSources {
  readonly skills: () => ReadonlyMap<SkillKey, SkillRecord>;
  readonly imported: (path: string, language: Language) => ImportedSkills;
}

/** The body of the answer, and what it tells the model. */
export interface HookAnswer {
  readonly body: object;
  readonly told?: ToldUnasked;
}

/** What one conversation of a client has been told. */
interface Session {
  /** The lines that were said, by library. */
  readonly told: LRUCache<SkillKey, Set<string>>;
  /** Libraries by file: later edits don't show its imports. */
  readonly files: LRUCache<string, readonly SkillKey[]>;
}

/**
 * Speaks once per library and session: when a file that imports it is first read or written. Afterwards only of a danger
 * whose bad form the written lines have. Silent on every doubt.
 */
export class HookTeller {
  readonly #sources: HookSources;
  readonly #sessions = new LRUCache<string, Session>({ max: LIMITS.hookSessions });

  constructor(sources: HookSources) {
    this.#sources = sources;
  }

  /** @param body the client's event as it is, unchecked */
  answer(body: unknown): HookAnswer {
    const event = readToolEvent(body);
    if (event === undefined) return { body: {} };
    const { client } = event;
    const session = this.#session(`${client} ${event.session}`);
    const found = event.files.flatMap((file) => this.#dangersFor(file, session));
    const [best] = found.toSorted((a, b) => b.score - a.score);
    const said = best === undefined ? undefined : sayWithin(best.key, best.lines);
    if (best === undefined || said === undefined) return { body: hookAnswer(client, undefined) };
    const known = session.told.get(best.key) ?? new Set();
    for (const line of said.lines) known.add(line);
    session.told.set(best.key, known);
    const told = { client: CLIENT_NAMES[client].name, skillKey: best.key, lines: said.lines };
    return { body: hookAnswer(client, said.text), told };
  }

  #session(id: string): Session {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const session: Session = {
      told: new LRUCache({ max: LIMITS.toldPerSession }),
      files: new LRUCache({ max: LIMITS.filesPerSession }),
    };
    this.#sessions.set(id, session);
    return session;
  }

  #dangersFor(file: SeenFile, session: Session): readonly Finding[] {
    const language = languageOfFile(file.path);
    if (language === undefined) return [];
    const place = file.path.slice(-LIMITS.targetCharacters);
    const keys = new Set([...(session.files.get(place) ?? []), ...this.#librariesOf(file, language)]);
    if (keys.size > 0) session.files.set(place, [...keys]);
    let names: SourceText | undefined;
    const source = () => {
      names ??= { known: namesOf(file.known, language), written: namesOf(file.written, language) };
      return names;
    };
    return [...keys].flatMap((key): readonly Finding[] => {
      const record = this.#sources.skills().get(key);
      if (record === undefined || record.withheld !== undefined) return [];
      const index = dangerIndex(record);
      const told = session.told.get(key);
      const found =
        told === undefined ? firstDangers(index, source()) : strongDanger(index, source().written, told);
      return found === undefined ? [] : [{ key, ...found }];
    });
  }

  /** The libraries that a file surely imports. */
  #librariesOf({ known }: SeenFile, language: Language): readonly SkillKey[] {
    const paths = importsIn(known, language);
    return paths.flatMap((path): readonly SkillKey[] => {
      const { keys, isStated } = this.#sources.imported(path, language);
      const [key, ...others] = keys;
      const record = key === undefined || others.length > 0 ? undefined : this.#sources.skills().get(key);
      if (record === undefined || isOtherMajor(path, language, record)) return [];
      return isStated || isShownBy(record, path, language) ? [record.key] : [];
    });
  }
}

/** Whether an import names another major version than the skill's: `pgx/v4` where it is about 5, `pydantic.v1`. */
function isOtherMajor(path: string, language: Language, { entry }: SkillRecord): boolean {
  const named = MAJOR_OF[language]?.exec(path)?.[1];
  const own = /^v?(\d{1,3})(?:\.|$)/.exec(String(entry.version ?? ''))?.[1];
  return named !== undefined && own !== undefined && named !== own;
}

const MAJOR_OF: Readonly<Partial<Record<Language, RegExp>>> = {
  go: /[/.]v(\d{1,3})(?=\/|$)/,
  python: /\.v(\d{1,3})(?=\.|$)/,
};

/** The names in the code of a text. */
interface CodeNames {
  readonly names: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
}

/** The code of a file, and what of it was written. */
interface SourceText {
  readonly known: CodeNames;
  readonly written: CodeNames;
}

function namesOf(text: string, language: Language): CodeNames {
  const code = codeOnly(text, language);
  return { names: namesIn(code), calls: callsIn(code) };
}

interface Finding extends FoundDangers {
  readonly key: SkillKey;
}

interface FoundDangers {
  readonly lines: readonly string[];
  /** How much of it the text has; the answer is about the library with the highest. */
  readonly score: number;
}

/**
 * Whether a skill means an import that only its name speaks for: the imports that it states, else those of its own
 * texts. `json/json.h` is another library than nlohmann's json.
 */
function isShownBy({ manifest, texts }: SkillRecord, path: string, language: Language): boolean {
  const stated = statedImports(manifest);
  if (stated.length > 0) return stated.some((one) => path === one || path.startsWith(`${one}/`));
  const shown = shownImports(texts);
  const [folder = ''] = path.split('/');
  return shown.has(path) || shown.has(language === 'cpp' ? `${folder}/` : `${path}/`);
}

const shownOf = new WeakMap<SkillRecord['texts'], ReadonlySet<string>>();

/**
 * What texts of a skill have behind a quote or `<`, and each folder of it with its slash. Read once: a file may import a
 * hundred headers of one library.
 */
function shownImports(texts: SkillRecord['texts']): ReadonlySet<string> {
  const known = shownOf.get(texts);
  if (known !== undefined) return known;
  const shown = new Set<string>();
  let left = MOST_SHOWN_CHARACTERS;
  for (const text of texts.values()) {
    for (const [, path = ''] of text.slice(0, left).matchAll(/[<"]([\w.+/-]{1,200})/g)) {
      shown.add(path);
      for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
        shown.add(path.slice(0, at + 1));
    }
    left -= Math.min(left, text.length);
  }
  shownOf.set(texts, shown);
  return shown;
}

/** Characters of a skill's texts in which its imports are looked for. */
const MOST_SHOWN_CHARACTERS = 4 * LIMITS.analyzedLength;

/** How many dangers are told the first time. */
const MOST_FIRST = 3;

/** What a name in the rest of the file counts, beside one in the written lines. Of a file that was read, all counts. */
const KNOWN_SHARE = 0.4;
/** What the names that a danger shares with the code must weigh together before the first dangers are told. */
const FIRST_LEAST_WEIGHT = 1.2;

/**
 * The first rule of safety, then the dangers that share most names with the code. Undefined if none shares enough: then
 * the file uses another part of the library, and what comes later may fit.
 */
function firstDangers(index: DangerIndex, { known, written }: SourceText): FoundDangers | undefined {
  const [first] = index.dangers;
  if (first === undefined) return undefined;
  const share = written.names.size === 0 ? 1 : KNOWN_SHARE;
  const scoreOf = (danger: DangerCode) =>
    sharedWeight(index, danger, written) + share * sharedWeight(index, danger, known);
  const ranked = index.dangers
    .map((danger) => ({ danger, score: scoreOf(danger) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const best = ranked[0]?.score ?? 0;
  if (best < FIRST_LEAST_WEIGHT) return undefined;
  const chosen = [first];
  for (const { danger } of ranked)
    if (chosen.length < MOST_FIRST && !chosen.some((one) => one === danger || saysSame(one, danger)))
      chosen.push(danger);
  return { lines: chosen.map(({ line }) => line), score: best };
}

/** Words that two titles share, of the shorter one, from which on both name one mistake. */
const SAME_SHARE = 0.6;

function saysSame({ words: a }: DangerCode, { words: b }: DangerCode): boolean {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared > 1 && shared >= SAME_SHARE * Math.min(a.size, b.size);
}

/** Words of a title count where the code calls something so. */
function sharedWeight(index: DangerIndex, { names, words }: DangerCode, code: CodeNames): number {
  let sum = 0;
  for (const name of names) if (code.names.has(name)) sum += index.weightOf(name);
  for (const word of words) if (code.calls.has(word) && !names.has(word)) sum += index.weightOf(word);
  return sum;
}

/** Share of the calls of a danger's bad form that the written lines must have, before a later danger is told. */
const LATER_LEAST_SHARE = 0.6;
/** What these calls must weigh together. */
const LATER_LEAST_WEIGHT = 1.5;

/** The danger whose bad form the written lines have, without a name of the good form. */
function strongDanger(
  index: DangerIndex,
  { names, calls }: CodeNames,
  told: ReadonlySet<string>,
): FoundDangers | undefined {
  const matching = index.dangers.flatMap((danger) => {
    const shared = [...danger.calls].filter((name) => calls.has(name));
    const isCured = [...danger.cures].some((name) => names.has(name));
    const isWhole = shared.length > 1 && shared.length >= LATER_LEAST_SHARE * danger.calls.size;
    const score = shared.reduce((sum, name) => sum + index.weightOf(name), 0);
    return isCured || !isWhole || score < LATER_LEAST_WEIGHT ? [] : [{ danger, score }];
  });
  const best = matching
    .filter(({ danger }) => !told.has(danger.line))
    .toSorted((a, b) => b.score - a.score)[0];
  return best === undefined ? undefined : { lines: [best.danger.line], score: best.score };
}

/** Puts the lines into our frame, as many as the budget takes. Undefined if it takes none. */
function sayWithin(
  key: SkillKey,
  lines: readonly Danger['line'][],
): { readonly text: AgentText; readonly lines: readonly string[] } | undefined {
  for (let count = lines.length; count > 0; count -= 1) {
    const said = lines.slice(0, count);
    const text = joinText([LINES.toldOf(key), ...said.map((line) => PARTS.told(line)), LINES.toldMore(key)]);
    if (estimateTokens(text) <= LIMITS.toldTokens) return { text, lines: said };
  }
  return undefined;
}
