import { hasHidden, revealHidden } from './reveal-hidden.ts';

/** Untrusted text: shows invisible characters by code, isolates the direction. */
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

/** Such as `U+200B`. */
export function HiddenCharacter({ code, name }: { readonly code: string; readonly name: string }) {
  return (
    <span className="hidden-character" title={`Invisible character: ${name}`}>
      {code}
    </span>
  );
}
