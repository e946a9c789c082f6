import { addressesReader } from '../../contract/outside-text.ts';
import { authorEntries } from '../../contract/skill-extensions.ts';
import { parseMarkdown } from '../../platform/markdown.ts';
import { MarkdownLines } from '../../platform/markdown-lines.ts';
import { type Rule, truncate } from '../finding.ts';
import { toPointer } from '../json-position.ts';
import { allTexts } from './texts.ts';

const AGENT = '(?:(?:ai|llm|coding|language)[ -])+(?:assistant|agent|model|bot)s?';
const DONT = "(?:do not|don['’]t|never)";
const RULES = '(?:instruction|prompt|message|rule|direction|guideline)s?';
const SHELL = String.raw`(?:sudo +)?(?:\/\w+){0,6}\/?(?:(?:ba|z|da|k)?sh|python3?|node|perl|ruby|iex|invoke-expression|pwsh|powershell)`;
const FETCH = '(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)';

interface Pattern {
  readonly does: string;
  readonly expression: RegExp;
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
    expression: new RegExp(
      String.raw`\b(?:you are (?:now )?(?:an?|the) (?:\w+ ){0,2}(?:assistant|language model|chatbot|ai agent)|(?:dear|attention|note (?:to|for)|instructions? (?:to|for)|if you are|as) (?:an? |the |any |all )?${AGENT}|(?:the|every|any|an?) (?:ai )?assistant (?:must|should|shall|always|never))\b`,
      'i',
    ),
    isForProse: true,
  },
  {
    does: 'runs code from the network',
    expression: new RegExp(
      String.raw`\b${FETCH}\b[^|\n]{0,500}\|[ \t]*${SHELL}\b|\b(?:${SHELL}|eval|source)\s+(?:-c\s+)?["']?(?:<\(|\$\()\s*${FETCH}\b|\biex\b[^\n]{0,100}\b(?:downloadstring|iwr|irm)\b`,
      'i',
    ),
  },
];

/** Once per text and pattern. Texts are evidence about a library, and give agents no orders. */
export const agentInstructions: Rule = function* (skill) {
  for (const [path, text] of allTexts(skill)) {
    const waiting = new Set(PATTERNS.filter(({ expression }) => expression.test(text)));
    if (waiting.size === 0) continue;
    // Sentences may be broken into two lines.
    const lines = text.split(/\r\n|[\n\r]/);
    const reader = path.endsWith('.md') ? new MarkdownLines({ whole: lines.join('\n') }) : undefined;
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
};

/** Titles of pitfalls and safety rules, and what authors say in their place, are told to models unasked. */
export const tellingTitles: Rule = function* ({ manifest, texts }) {
  for (const path of ['pitfalls.md', 'safety.md'])
    for (const block of parseMarkdown(texts.get(path) ?? '')) {
      if (block.kind !== 'heading' || !addressesReader(block.text)) continue;
      const message = `${path} has a title that speaks to its reader: “${truncate(block.text)}”.`;
      yield { code: 'title-addresses-reader', message, path, line: block.line };
    }
  for (const { file, heading, danger } of authorEntries(manifest)) {
    if (danger === undefined || !addressesReader(danger)) continue;
    const pointer = toPointer('extensions', 'skills_registry', 'entries', `${file}#${heading}`, 'danger');
    const message = `"danger" of ${truncate(heading)} speaks to its reader: “${truncate(danger)}”.`;
    yield { code: 'title-addresses-reader', message, pointer };
  }
};
