import { LIMITS } from '../contract/limits.ts';
import { type MarkdownBlock, parseMarkdown } from './markdown-blocks.ts';

/** By fence name. Shells, data formats and queries suit any library. */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cpp: ['c', 'cpp', 'c++', 'cc', 'cxx', 'h', 'hpp'],
    js: ['js', 'javascript', 'ts', 'typescript', 'jsx', 'tsx', 'mjs'],
    python: ['py', 'python', 'python3'],
    rust: ['rs', 'rust'],
    go: ['go', 'golang'],
  }).flatMap(([language, names]) => names.map((name) => [name, language] as const)),
);

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  cpp: 'C++',
  js: 'JavaScript',
  python: 'Python',
  rust: 'Rust',
  go: 'Go',
};

const titleOf = (language: string) => LANGUAGE_NAMES[language] ?? language;

/** Undefined for the library's language. */
export function describeForeignCode(texts: Iterable<string>, language: string): string | undefined {
  const found = foreignCodeLanguage(texts, language);
  return found && `The code is ${titleOf(found)}; this is a ${titleOf(language)} library.`;
}

/** Why models don't get a skill: most of its code is in another language than its library. */
export function whyWithheld(key: string, texts: Readonly<Record<string, string>>): string | undefined {
  const known = KNOWN_REASONS.get(texts) ?? { why: findWhyWithheld(key, texts) };
  KNOWN_REASONS.set(texts, known);
  return known.why;
}

/** Of the texts of a skill, which every answer about it asks for. */
const KNOWN_REASONS = new WeakMap<object, { readonly why: string | undefined }>();

function findWhyWithheld(key: string, texts: Readonly<Record<string, string>>): string | undefined {
  const [language = ''] = key.split('/');
  const markdown = Object.keys(texts).filter((path) => path.endsWith('.md') && !path.startsWith('examples/'));
  const found = foreignCodeLanguage(
    markdown.map((path) => (texts[path] ?? '').slice(0, LIMITS.analyzedBytes)),
    language,
  );
  return found && `its code is ${titleOf(found)}, the library's language is ${titleOf(language)}`;
}

/** Of most fences; undefined if it equals `language`. */
export function foreignCodeLanguage(texts: Iterable<string>, language: string): string | undefined {
  const counts = new Map<string, number>();
  let all = 0;
  const read = [...texts];
  if (!read.some((text) => mayHoldOther(text, language))) return undefined;
  for (const text of read)
    for (const block of parseMarkdown(text)) {
      const found = languageOf(block);
      if (found === undefined) continue;
      counts.set(found, (counts.get(found) ?? 0) + 1);
      all += 1;
    }
  return [...counts].find(([found, count]) => found !== language && count > all / 2)?.[0];
}

/** Line of the first code block in the language. */
export function firstFenceIn(text: string, language: string | undefined): number | undefined {
  return parseMarkdown(text).find((block) => language !== undefined && languageOf(block) === language)?.line;
}

function languageOf(block: MarkdownBlock): string | undefined {
  const info = block.kind === 'fence' ? block.info.trim().toLowerCase() : '';
  return LANGUAGES.get(info.split(/[\s{,]/, 1)[0] ?? '');
}

/** Finding blocks takes ten times as long; most skills have no fence of another language. */
function mayHoldOther(text: string, language: string): boolean {
  for (const [, info = ''] of text.matchAll(/(?:```|~~~)[`~ \t]{0,100}([\w+]+)/g)) {
    const found = LANGUAGES.get(info.toLowerCase());
    if (found !== undefined && found !== language) return true;
  }
  return false;
}
