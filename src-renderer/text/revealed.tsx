import { hasHidden, revealHidden } from './reveal-hidden.ts';

/** Draws an untrusted text: invisible characters by their code, and its direction kept to itself. */
export function Revealed({ text }: { readonly text: string }) {
  if (!hasHidden(text)) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {revealHidden(text).map((piece, index) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <HiddenCharacter key={index} code={piece.code} name={piece.name} />
        ),
      )}
    </bdi>
  );
}

/** Draws an invisible character by its code, such as `U+200B`. */
export function HiddenCharacter({ code, name }: { readonly code: string; readonly name: string }) {
  return (
    <span className="hidden-character" title={`Invisible character: ${name}`}>
      {code}
    </span>
  );
}

/** Draws a text with marks on its ranges `[start, end)`, which are sorted and disjoint. */
export function Highlighted({
  text,
  ranges,
}: {
  readonly text: string;
  readonly ranges: ReadonlyArray<readonly [start: number, end: number]>;
}) {
  let from = 0;
  const pieces = ranges.map(([start, end]) => {
    const before = text.slice(from, start);
    from = end;
    return (
      <span key={start}>
        <Revealed text={before} />
        <mark>
          <Revealed text={text.slice(start, end)} />
        </mark>
      </span>
    );
  });
  return (
    <>
      {pieces}
      <Revealed text={text.slice(from)} />
    </>
  );
}
