/** An entry consists of a claim, a bad form and a good form. */
import {
  type EntryForm,
  formOf,
  formOfCodeLine,
  formOfInfo,
  isBareLabel,
  isLabel,
  opensEntry,
} from '../../platform/entry-labels.ts';
import { type FileSection, withoutTitle } from '../sections/file-sections.ts';
import { isMarkdown } from '../words/is-markdown.ts';
import { fenceAfter, fenceOf } from '../words/text-scanner.ts';

/** A paragraph, an item of a list, a row of a table, or lines of code of one form. */
export interface Block {
  readonly kind: 'prose' | 'code';
  readonly form?: EntryForm;
  readonly language?: string;
  /** Number of the first line in the file. */
  readonly line: number;
  readonly lines: readonly string[];
  /** Number of its entry, from 0. */
  readonly entry: number;
}

type Begun = Omit<Block, 'entry'> & {
  readonly lines: string[];
  readonly opensEntry: boolean;
  /** `Why: …`: no claim of the next entry. */
  readonly isReason: boolean;
};

/** Of a section; the rest of a longer one is not shown. */
const MOST_CHARACTERS = 32 * 1024;
const ITEM_OR_ROW = /^\s*(?:[-*+]\s|\d+[.)]\s|\||>)/;
const MARKS = /^\s*(?:>\s*)*(?:(?:[-*+]|\d+[.)])\s+)?(?:#{1,6}\s+)?/;
const INFO = /^\s*(?:`+|~+)/;
const WORD = /[\p{L}\p{N}]/u;

/** Without its title, and without lines that only announce a form. */
export function blocksOf(section: FileSection): readonly Block[] {
  const body = withoutTitle(section).slice(0, MOST_CHARACTERS);
  const markdown = isMarkdown(section.path);
  const ending = markdown ? undefined : /\.(\w+)$/.exec(section.path)?.[1]?.toLowerCase();
  const blocks: Begun[] = [];
  let block: Begun | undefined;
  let fence = markdown ? section.fence : ending;
  /** Of the lines that follow. */
  let label = section.title === undefined ? undefined : formOf(section.title);
  let isBare = false;
  let codeForm: EntryForm | undefined;
  const add = (text: string, line: number, part: Partial<Begun> & Pick<Begun, 'kind'>, goesOn: boolean) => {
    if (!goesOn || block?.kind !== part.kind || block.form !== part.form) {
      block = { line, lines: [], opensEntry: false, isReason: false, ...part };
      blocks.push(block);
    }
    block.lines.push(text);
  };
  const first = section.line + (section.title === undefined ? 0 : 1);
  for (const [at, written] of body.split('\n').entries()) {
    const text = written.replace(/\r$/, '');
    const line = first + at;
    const opened = markdown ? fenceOf(text, 0, text.length) : undefined;
    if (opened !== undefined) {
      fence = fenceAfter(fence, opened);
      codeForm = fence === undefined ? undefined : formOfInfo(text.replace(INFO, ''));
      block = undefined;
    } else if (fence !== undefined || !markdown) {
      const opens = opensEntry(text);
      if (opens) codeForm = label = undefined;
      codeForm = formOfCodeLine(text) ?? codeForm;
      const form = codeForm ?? label;
      const language = fence || undefined;
      add(
        text,
        line,
        { kind: 'code', opensEntry: opens, ...(form && { form }), ...(language && { language }) },
        !opens,
      );
    } else if (text.trim() === '') block = undefined;
    else {
      const plain = text.replace(MARKS, '');
      const announced = formOf(plain);
      const isHeading = /^ {0,3}#{1,6}\s/.test(text);
      const isReason = isLabel(plain);
      const isItem = ITEM_OR_ROW.test(text);
      if (announced !== undefined || isHeading) {
        [label, isBare] = [announced, isBareLabel(plain)];
        block = undefined;
      } else if (isReason || blocks.at(-1)?.kind === 'code' || (isItem && !isBare)) label = undefined;
      const form = announced ?? (isBare || block !== undefined ? label : undefined);
      const goesOn = block !== undefined && !isItem && announced === undefined;
      if (!(announced !== undefined && isBare))
        add(text, line, { kind: 'prose', isReason, ...(form && { form }) }, goesOn);
    }
  }
  return inEntries(blocks.filter(({ lines }) => lines.some((text) => WORD.test(text))));
}

/** The next entry begins with the form that came first, once the other form was there; or with the claim before it. */
function inEntries(blocks: readonly Begun[]): readonly Block[] {
  const first = blocks.find(({ form }) => form !== undefined)?.form;
  const starts = new Set<Begun>();
  let seenOther = false;
  let claim: Begun | undefined;
  for (const block of blocks) {
    if (block.opensEntry) starts.add(block);
    if (block.form === undefined) claim = block.isReason ? undefined : (claim ?? block);
    else {
      if (block.form === first && seenOther) starts.add(claim ?? block);
      seenOther = block.form !== first;
      claim = undefined;
    }
    if (block.opensEntry) [seenOther, claim] = [false, undefined];
  }
  let entry = 0;
  return blocks.map((block) => {
    if (starts.has(block)) entry += 1;
    const { opensEntry: _, isReason: __, ...shown } = block;
    return { ...shown, entry };
  });
}
