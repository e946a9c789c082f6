import { revealHidden } from '../../../text/reveal-hidden.ts';
import { element, type HastNode, walk } from './hast.ts';

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

function hasHidden(text: string): boolean {
  return revealHidden(text).some(({ kind }) => kind === 'hidden');
}

function revealText(text: string): HastNode[] {
  return revealHidden(text).map((piece) =>
    piece.kind === 'text'
      ? { type: 'text', value: piece.text }
      : element('span', { className: ['hidden-character'], title: `Hidden character: ${piece.name}` }, [
          { type: 'text', value: piece.code },
        ]),
  );
}
