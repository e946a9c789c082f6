import { hasHidden, revealHidden } from '../../../text/reveal-hidden.ts';
import { element, type HastNode, walk } from './hast.ts';

/** The element that stands for a hidden character; no text of a skill can make one, since its HTML is not read. */
export const HIDDEN_CHARACTER = 'mark';

/** Shows hidden characters of a skill's text as what they are. */
export function rehypeReveal() {
  return (tree: HastNode) => {
    walk(tree, (node) => {
      if (!node.children?.some(({ type, value }) => type === 'text' && hasHidden(value ?? ''))) return;
      node.children = node.children.flatMap((child) =>
        child.type === 'text' ? revealText(child.value ?? '') : [child],
      );
    });
  };
}

function revealText(text: string): HastNode[] {
  return revealHidden(text).map((piece) =>
    piece.kind === 'text'
      ? { type: 'text', value: piece.text }
      : element(HIDDEN_CHARACTER, { title: piece.name }, [{ type: 'text', value: piece.code }]),
  );
}
