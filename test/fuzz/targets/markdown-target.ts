import fc from 'fast-check';
import { parsePage } from '../../../src-renderer/views/reader/parse-page.ts';
import { POINTER_LINES } from '../../../src-server/contract/clients/clients.ts';
import { blockMarks, removeBlock, setBlock } from '../../../src-server/platform/changed-lines.ts';
import {
  formOf,
  isLabel,
  opensEntry,
  parseMarkdown,
  plainLead,
} from '../../../src-server/platform/markdown.ts';
import { firstSentence } from '../../../src-server/registry/manifest.ts';
import { entriesOfFile, entriesUnder } from '../../../src-server/search/entries.ts';
import { runsOf } from '../../../src-server/search/word-analysis.ts';
import { foreignCodeLanguage } from '../../../src-server/validation/rules/withheld.ts';
import { type FuzzTarget, promise, text } from '../fuzz-target.ts';
import { filesBelow, seed, sharedFiles } from '../read-seeds.ts';

const isMarkdown = (path: string) => path.endsWith('.md');
/** The page parses in a worker with a deadline, since emphasis is quadratic. */
const PAGE_CHARACTERS = 4_000;
/** Looked up, each in time proportional to the text. */
const MOST_HEADINGS = 10;

const MARKS = [
  ...[
    '# ',
    '## ',
    '```',
    '~~~',
    '```cpp\n',
    '> ',
    '- ',
    '1. ',
    '| a | b |\n|---|---|\n',
    '<!--',
    '-->',
    '***',
  ],
  ...[
    '**Wrong:**',
    '**Right:**',
    '// bad',
    '// good',
    '{{write: x}}',
    '---',
    '===',
    '[a](b)',
    '&nbsp;',
    '<div>',
  ],
  ...['<!-- skills-registry:start -->', '<!-- skills-registry:end -->'],
];

export const markdownTarget: FuzzTarget = {
  name: 'markdown',
  words: MARKS,
  seeds: () => [
    seed('short.md', '# Title\n\nA sentence. Another.\n\n```cpp\n// bad\nint a;\n```\n'),
    ...filesBelow('assets/sample-registry/skills', isMarkdown),
    ...sharedFiles('real-registry/skills', isMarkdown),
  ],
  made: fc
    .array(fc.oneof(fc.constantFrom(...MARKS, '\n', ' ', 'a'), fc.string()), { maxLength: 60 })
    .map((parts) => parts.join('')),
  check(input) {
    const markdown = text(input);
    checkBlocks(markdown);
    checkPointer(markdown);
    promise(typeof firstSentence(markdown) === 'string', 'a summary is a text');
    foreignCodeLanguage([markdown], 'cpp');
    runsOf(markdown);
    parsePage(markdown.slice(0, PAGE_CHARACTERS), input.length % 2 === 0);
  },
};

function checkBlocks(markdown: string): void {
  const count = markdown.split(/\r\n|\n|\r/).length;
  let [before, headings] = [0, 0];
  for (const block of parseMarkdown(markdown)) {
    promise(
      block.line >= before && block.line >= 1 && block.line <= count,
      'blocks follow each other in the text',
    );
    before = block.line;
    const [line = ''] = block.lines;
    for (const read of [formOf, isLabel, opensEntry, plainLead]) read(line);
    if (block.kind !== 'heading' || headings === MOST_HEADINGS) continue;
    headings += 1;
    const below = entriesUnder(entriesOfFile('a.md', markdown), line.replace(/^[ #]+/, ''));
    promise(markdown.includes(below.map((entry) => entry.text).join('')), 'a part of a text is in the text');
  }
}

/** An instruction file of a client, with our block. */
function checkPointer(before: string): void {
  const added = setBlock(before, blockMarks(), POINTER_LINES);
  if (!added.ok) return;
  const again = setBlock(added.text, blockMarks(), POINTER_LINES);
  promise(again.ok && again.text === added.text, 'adding the pointer twice changes nothing');
  const removed = removeBlock(added.text, blockMarks());
  promise(removed.ok, 'an added pointer can be removed');
  if (!before.includes('skills-registry:'))
    promise(removed.text === before, 'removing the added pointer restores the file');
}
