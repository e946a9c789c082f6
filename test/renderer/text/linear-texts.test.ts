import { describe, it } from 'vitest';
import { agentText } from '../../../src-renderer/skill/agent-text.ts';
import { countEntries } from '../../../src-renderer/skill/count-entries.ts';
import { unwrapWholeFence } from '../../../src-renderer/skill/unwrap-fence.ts';
import { revealHidden } from '../../../src-renderer/text/reveal-hidden.ts';
import { asMarkdown } from '../../../src-renderer/views/skill/as-markdown.ts';
import { captionRail, railsOf } from '../../../src-renderer/views/skill/markdown/code-rails.ts';
import type { HastNode } from '../../../src-renderer/views/skill/markdown/hast.ts';
import { rehypeOutline } from '../../../src-renderer/views/skill/markdown/rehype-outline.ts';
import { excerptLines } from '../../../src-server/search/excerpts/excerpt-lines.ts';
import { expectLinearAlways } from '../../support/worst-texts.ts';

const SOURCE = { key: 'a/b/c', version: '1', skillVersion: '1.0.0', updatedAt: undefined, risk: 'low' };

function outline(text: string): void {
  const children: HastNode[] = text.split('\n').map((value) => ({
    type: 'element',
    tagName: 'h2',
    position: { start: { line: 1 } },
    children: [{ type: 'text', value }],
  }));
  rehypeOutline({ entries: true })({ type: 'root', children });
}

/** Everything between a skill's text and the libraries that draw it. */
const READERS: ReadonlyArray<readonly [string, (text: string) => void]> = [
  ['a file wrapped in a fence', (text) => void unwrapWholeFence(text)],
  ['an example', (text) => void asMarkdown('examples/a.cpp', text)],
  ['the rails of code', (text) => void railsOf(text.split('\n'))],
  ['a caption', (text) => void captionRail(text)],
  ['the outline', outline],
  ['the number of entries', (text) => void countEntries(text)],
  ['hidden characters', (text) => void revealHidden(text)],
  ['an excerpt of prose', (text) => void excerptLines({ kind: 'prose', line: 1, text, highlights: [] })],
  ['an excerpt of code', (text) => void excerptLines({ kind: 'code', line: 1, text, highlights: [] })],
  [
    'the text for an agent',
    (text) => void agentText(SOURCE, [{ path: 'a.md', priority: 'P0', text, tokens: 1 }], 1),
  ],
];

describe('texts that were made to hold up the window', () => {
  it.each(READERS)('take twice the steps for twice the text: %s', (_what, read) => {
    expectLinearAlways(read, { short: 100, long: 150 });
  });
});
