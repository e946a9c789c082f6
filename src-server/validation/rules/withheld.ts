/** Why a skill is withheld: people see it with the reason, and agents don't get it. */

import { isExample, isMarkdown } from '../../contract/api.ts';
import { LIMITS } from '../../contract/limits.ts';
import { languageName } from '../../contract/skill-format.ts';
import { type MarkdownBlock, parseMarkdown } from '../../platform/markdown.ts';
import { MarkdownLines } from '../../platform/markdown-lines.ts';
import {
  type CheckedSkill,
  type FileFact,
  type Finding,
  MANIFEST_FILE,
  type Rule,
  truncate,
} from '../finding.ts';
import { isKnowledgeMarkdown } from '../knowledge-files.ts';
import { allTexts, textsOf } from './texts.ts';

/** Facts of a folder as it was read, beside its texts. */
interface ReadTexts extends Pick<CheckedSkill, 'folder'> {
  readonly manifestText: string;
  readonly files: ReadonlyMap<string, FileFact>;
  /** Paths of the files whose texts are served. */
  readonly contentPaths: readonly string[];
}

/**
 * Returns why a skill is withheld: its code is in another language than the library, or a text speaks to agents;
 * undefined if agents get it.
 */
export function withheldReason(
  key: string,
  { folder, manifestText, files, contentPaths }: ReadTexts,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  const cut = new Map(Array.from(texts, ([path, text]) => [path, text.slice(0, LIMITS.analyzedLength)]));
  const foreign = foreignCodeReason(
    key,
    Object.fromEntries(contentPaths.map((path) => [path, cut.get(path) ?? ''])),
  );
  if (foreign !== undefined) return foreign;
  const skill = {
    key,
    folder,
    manifest: {},
    files: [...files.values()],
    texts: cut.set(MANIFEST_FILE, manifestText),
  };
  for (const { message } of agentInstructions(skill)) return message.replace(/\.$/, '');
  return undefined;
}

const AGENT = '(?:(?:ai|llm|coding|language)[ -])+(?:assistant|agent|model|bot)s?';
const DONT = "(?:do not|don['’]t|never)";
const RULES = '(?:instruction|prompt|message|rule|direction|guideline)s?';
const SHELL = String.raw`(?:sudo +)?(?:\/\w+){0,6}\/?(?:(?:ba|z|da|k)?sh|python3?|node|perl|ruby|iex|invoke-expression|pwsh|powershell)`;
const FETCH = '(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)';

interface Pattern {
  readonly does: string;
  readonly expression: RegExp;
  /** Words of which each match has one: a text without them is skipped, since `expression` is slow. */
  readonly needs?: RegExp;
  /** Prompts in code of libraries for language models are ordinary. */
  readonly isForProse?: true;
}

const PATTERNS: readonly Pattern[] = [
  {
    does: 'tells a reader to ignore instructions',
    expression: new RegExp(
      String.raw`\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|these|of)\s+){0,4}(?:previous|prior|above|earlier|preceding|system|safety)\s+(?:\w+\s+)?${RULES}\b`,
      'i',
    ),
  },
  {
    does: 'asks for silence',
    expression: new RegExp(
      String.raw`\b${DONT}\s+(?:mention\s+(?:this|these|it|the above)\b|(?:reveal|disclose|repeat|quote)\s+(?:this|these|the)\s+(?:system\s+)?${RULES}\b|(?:tell|inform|notify|ask|warn)\s+(?:the|your)\s+(?:user|human|developer|operator)\s+(?:about|of|that you|first|before|for)\b)`,
      'i',
    ),
  },
  {
    does: 'speaks to an assistant',
    needs: /assistant|agent|model|bot/i,
    expression: new RegExp(
      String.raw`\b(?:you are (?:now )?(?:an?|the) (?:\w+ ){0,2}(?:assistant|language model|chatbot|ai agent)|(?:dear|attention|note (?:to|for)|instructions? (?:to|for)|if you are|as) (?:an? |the |any |all )?${AGENT}|(?:the|every|any|an?) (?:ai )?assistant (?:must|should|shall|always|never))\b`,
      'i',
    ),
    isForProse: true,
  },
  {
    does: 'runs code from the network',
    needs: /curl|wget|iwr|irm|invoke-|downloadstring/i,
    expression: new RegExp(
      String.raw`\b${FETCH}\b[^|\n]{0,500}\|[ \t]*${SHELL}\b|\b(?:${SHELL}|eval|source)\s+(?:-c\s+)?["']?(?:<\(|\$\()\s*${FETCH}\b|\biex\b[^\n]{0,100}\b(?:downloadstring|iwr|irm)\b`,
      'i',
    ),
  },
];

/** Yields the orders that texts give to agents, once for each text and pattern: texts are evidence about a library. */
export function* agentInstructions(skill: CheckedSkill): Iterable<Finding> {
  for (const [path, text] of allTexts(skill)) {
    const waiting = new Set(
      PATTERNS.filter(({ needs, expression }) => needs?.test(text) !== false && expression.test(text)),
    );
    if (waiting.size === 0) continue;
    // Sentences may be broken into two lines.
    const lines = text.split(/\r\n|[\n\r]/);
    const reader = isMarkdown(path) ? new MarkdownLines({ whole: lines.join('\n') }) : undefined;
    for (const [index, line] of lines.entries()) {
      // Models read prose that is indented like code.
      const isCode = reader?.read(line, 0, line.length) === 'code';
      for (const pattern of waiting) {
        const match = pattern.expression.exec(`${line}\n${lines[index + 1] ?? ''}`);
        if (match === null || match.index >= line.length || (isCode && pattern.isForProse)) continue;
        waiting.delete(pattern);
        const message = `${path} ${pattern.does}: “${truncate(match[0].replace(/\s+/g, ' '))}”.`;
        yield { code: 'agent-instruction', message, path, line: index + 1, column: match.index + 1 };
      }
    }
  }
}

/** Reports a skill most of whose code is in another language than its library. */
export const codeLanguage: Rule = function* (skill) {
  const texts = textsOf(skill, isKnowledgeMarkdown);
  const [language = ''] = skill.key.split('/');
  const contents = texts.map(([, text]) => text);
  const foreign = foreignCodeLanguage(contents, language);
  if (foreign === undefined) return;
  const message = `The code is ${languageName(foreign)}; this is a ${languageName(language)} library.`;
  const places = texts.flatMap(([path, text]) => {
    const line = firstFenceIn(text, foreign);
    return line === undefined ? [] : [{ path, line, column: 1 }];
  });
  yield { code: 'code-language', message, ...places[0] };
};

/**
 * Languages by the names that fences have. Shells, data formats and queries are none of them: they suit any library.
 */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cpp: ['c', 'cpp', 'c++', 'cc', 'cxx', 'h', 'hpp'],
    js: ['js', 'javascript', 'ts', 'typescript', 'jsx', 'tsx', 'mjs'],
    python: ['py', 'python', 'python3'],
    rust: ['rs', 'rust'],
    go: ['go', 'golang'],
  }).flatMap(([language, names]) => names.map((name) => [name, language] as const)),
);

/** Says that most code of a skill is in another language than its library; undefined if it is not. */
export function foreignCodeReason(key: string, texts: Readonly<Record<string, string>>): string | undefined {
  const [language = ''] = key.split('/');
  const markdown = Object.keys(texts).filter((path) => isMarkdown(path) && !isExample(path));
  const found = foreignCodeLanguage(
    markdown.map((path) => (texts[path] ?? '').slice(0, LIMITS.analyzedLength)),
    language,
  );
  return (
    found &&
    `its code examples are ${languageName(found)}, though the library's language is ${languageName(language)}`
  );
}

/** Returns the language of most fences; undefined if that is `language`. */
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

/** Returns the line of the first code block in the language. */
function firstFenceIn(text: string, language: string): number | undefined {
  return parseMarkdown(text).find((block) => languageOf(block) === language)?.line;
}

function languageOf(block: MarkdownBlock): string | undefined {
  const info = block.kind === 'fence' ? block.info.trim().toLowerCase() : '';
  return LANGUAGES.get(info.split(/[\s{,]/, 1)[0] ?? '');
}

/** Whether a text has a fence of another language. Most have none, and finding blocks takes ten times as long. */
function mayHoldOther(text: string, language: string): boolean {
  for (const [, info = ''] of text.matchAll(/(?:```|~~~)[`~ \t]{0,100}([\w+]+)/g)) {
    const found = LANGUAGES.get(info.toLowerCase());
    if (found !== undefined && found !== language) return true;
  }
  return false;
}
