export type CodeKind = 'note' | 'key' | 'text' | 'name';

/** Class names of the highlighter. */
const KINDS: Readonly<Record<CodeKind, readonly string[]>> = {
  note: ['comment', 'quote', 'meta'],
  key: ['keyword', 'literal', 'selector-tag', 'tag', 'name', 'operator'],
  text: ['string', 'number', 'regexp', 'char', 'symbol', 'addition'],
  name: ['title', 'type', 'built_in', 'attr', 'attribute', 'section'],
};

const BY_CLASS: ReadonlyMap<string, CodeKind> = new Map(
  Object.entries(KINDS).flatMap(([kind, words]) =>
    words.map((word) => [`hljs-${word}`, kind as CodeKind] as const),
  ),
);

/** The innermost known class decides. */
export function codeKind(classes: readonly string[]): CodeKind | undefined {
  return classes.map((name) => BY_CLASS.get(name)).findLast((kind) => kind !== undefined);
}
