import { eolOf } from '../text/marked-block.ts';

/** How a settings file is written, so that what is added looks like the rest. */
export interface TextFormat {
  /** One level: a tab, or some spaces. */
  readonly indent: string;
  readonly eol: '\n' | '\r\n';
}

const DEFAULT_INDENT = '  ';

/** Indentation of the first indented line that holds a member, and the line end that is used more. */
export function detectFormat(text: string): TextFormat {
  const indent = /^([ \t]+)"/m.exec(text)?.[1];
  return {
    indent: indent?.startsWith('\t') ? '\t' : (indent ?? DEFAULT_INDENT),
    eol: eolOf(text),
  };
}

/** A value as it stands at a depth: nested lines are indented as the file does it. */
export function formatValue(value: unknown, { indent, eol }: TextFormat, baseIndent: string): string {
  return JSON.stringify(value, undefined, indent).split('\n').join(`${eol}${baseIndent}`);
}
