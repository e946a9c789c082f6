import { hasHidden, revealHidden } from '../../../text/reveal-hidden.ts';
import { element, type HastNode, walk } from './hast.ts';

/** Stands for an invisible character. Impossible in skill texts: HTML is not parsed. */
export const HIDDEN_CHARACTER = 'mark';

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
