/** The code of a question: what stands in its fences, or the lines that read like code. */

import { DECLARES, KEYWORDS, MOST_READ, ONE_WORD, scanCode, type Token, tokenRuns } from './code-runs.ts';

/** Code that was found in a question. */
export interface AskedCode {
  /** What is compared with bad forms: see `runsOfCode`. */
  readonly runs: Uint32Array;
  /** The question without what the code's writer chose: texts, and names that the code declares. */
  readonly words: string;
}

/** Runs of a question that are compared. */
const MOST_ASKED = 512;
/** Characters of a question with code whose words are looked up. */
const MOST_WORDS = 1_500;
/** Calls, assignments and blocks that make a question one with code: `pool.query()` alone is a name. */
const FEWEST_MARKS = 2;

/** Finds the code of a question: what stands in a fence, or else its lines that read like code. Undefined without any. */
export function codeInQuestion(question: string): AskedCode | undefined {
  if (TRACE.test(question)) return undefined;
  const { code, prose } = partsOf(question);
  if ((code.match(CODE_MARK) ?? []).length < FEWEST_MARKS || !/[({;]|[\w\])]\[/.test(code)) return undefined;
  const tokens = scanCode(code);
  const runs = tokenRuns(tokens, MOST_ASKED);
  return { runs, words: `${prose}\n${askedWords(code, tokens)}`.slice(0, MOST_WORDS).trim() };
}

/** What a runtime prints, which has calls and braces, too. */
const TRACE = /^[ \t]*at .{1,200}[:(]|^Traceback \(|\bpanicked at\b|^goroutine \d+ \[|^[ \t]*File "/m;
/** A call, an access by key, an assignment, an arrow, a block. */
const CODE_MARK = /[\w>!]\(|[\w\])]\[|[^=!<>]=[^=]|:=|=>|->|::|[{;][ \t]*$/gm;
const CODE_START =
  /^\s*(?:if|for|while|def|func|fn|let|const|var|return|import|from|use|class|struct|try|except|with|else|elif|switch|defer|go|await|async|match|loop|#include|#\[|@\w)(?!\w)/;
const CODE_END = /[{}();:,\]]\s*$/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;

function partsOf(question: string): { readonly code: string; readonly prose: string } {
  const lines = question.slice(0, MOST_READ).split('\n');
  const isFenced = lines.some((line) => FENCE.test(line));
  const code: string[] = [];
  const prose: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (FENCE.test(line)) isOpen = !isOpen;
    else if (isFenced ? isOpen : readsLikeCode(line)) code.push(line);
    else prose.push(line);
  }
  return { code: code.join('\n'), prose: prose.join('\n') };
}

/** Returns whether a line reads like code. Words that follow each other are prose, unless the line begins and ends as code does. */
function readsLikeCode(line: string): boolean {
  const plain = line.slice(0, LONGEST_LINE).replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '""');
  const [shown = ''] = plain.split(/\/\/|#\s/, 1);
  if (!/[\p{L}\p{N}]/u.test(shown) || (CODE_START.test(shown) && CODE_END.test(shown))) return true;
  let others = 0;
  for (const part of shown.split(/[^\p{L}' ]+/u)) {
    others = 0;
    for (const word of part.trim().split(/ +/)) {
      if (word !== '' && !KEYWORDS.has(word)) others += 1;
      if (others === FEWEST_PROSE) return false;
    }
  }
  return (
    (shown.match(CODE_MARK) ?? []).length > 0 || CODE_START.test(shown) || /^\s*[\w.]+,?\s*$/.test(shown)
  );
}

/** Characters of a line that decide. */
const LONGEST_LINE = 500;
/** Words in a row that are no keywords of a language: `why does it hang`. */
const FEWEST_PROSE = 3;
const IMPORT = /^\s*(?:import|from|use|require|include|#include|const \w+ = require)\b/;

/** Returns the code without what its writer chose. Imports keep their texts: `import "github.com/gin-gonic/gin"` names the library. */
function askedWords(code: string, tokens: readonly Token[]): string {
  const chosen = new Set(tokens.flatMap((_, at) => (isDeclared(tokens, at) ? [tokens[at]?.text] : [])));
  let words = '';
  let from = 0;
  for (const { kind, text, start, end } of tokens) {
    const isKept =
      kind === 'text'
        ? ONE_WORD.test(text) || IMPORT.test(lineAt(code, start))
        : kind !== 'name' || !chosen.has(text) || KEYWORDS.has(text);
    if (isKept) continue;
    words += `${code.slice(from, start)} `;
    from = end;
  }
  return words + code.slice(from);
}

/** Returns at most 200 characters of the line before a place. */
function lineAt(code: string, place: number): string {
  const before = code.slice(Math.max(0, place - 200), place);
  return before.slice(before.lastIndexOf('\n') + 1);
}

/** Returns whether a name is declared: `row` in `row = next()`, `row, err := next()`, `let row`, `for row in`, `|row|`. */
function isDeclared(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at] as Token;
  const before = tokens[at - 1]?.text ?? '';
  const after = tokens[at + 1]?.text ?? '';
  if (token.kind !== 'name' || KEYWORDS.has(token.text) || before === '.' || before === '->') return false;
  if (before === '(' || before === ',') return false;
  // `stream=True` is a named argument.
  const isAssigned = after === '=' && (tokens[at + 1]?.start ?? 0) > token.end;
  return isAssigned || after === ':=' || DECLARES.has(before) || (after === 'in' && before === 'for');
}
