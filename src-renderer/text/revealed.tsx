import { hasHidden, revealHidden } from './reveal-hidden.ts';

/** A text from a registry, with hidden characters shown, and kept from reordering what stands around it. */
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

/** Stands for a character that can't be seen: its code, such as `U+200B`. */
export function HiddenCharacter({ code, name }: { readonly code: string; readonly name: string }) {
  return (
    <span className="hidden-character" title={`Hidden character: ${name}`}>
      {code}
    </span>
  );
}
