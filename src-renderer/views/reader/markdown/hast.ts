/** HTML syntax tree, used fields only: https://github.com/syntax-tree/hast */
export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
  position?: { readonly start: { readonly line: number } } | undefined;
}

/** Parents first. */
export function walk(node: HastNode, visit: (node: HastNode, parent: HastNode | undefined) => void): void {
  const step = (child: HastNode, parent: HastNode | undefined) => {
    visit(child, parent);
    for (const grandchild of child.children ?? []) step(grandchild, child);
  };
  step(node, undefined);
}

export function textOf(node: HastNode): string {
  if (node.type === 'text') return node.value ?? '';
  return (node.children ?? []).map(textOf).join('');
}

export function element(
  tagName: string,
  properties: Record<string, unknown>,
  children: HastNode[],
): HastNode {
  return { type: 'element', tagName, properties, children };
}
