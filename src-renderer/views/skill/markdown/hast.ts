/** As much of a HTML syntax tree as our plugins touch; the full types belong to packages we don't depend on. */
export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
  position?: { readonly start: { readonly line: number } };
  /** Ours: what a code block holds, before it was taken apart. */
  data?: { raw?: string };
}

/** Visits a tree, each node before its children. */
export function walk(node: HastNode, visit: (node: HastNode, parent: HastNode | undefined) => void): void {
  const step = (child: HastNode, parent: HastNode | undefined) => {
    visit(child, parent);
    for (const grandchild of child.children ?? []) step(grandchild, child);
  };
  step(node, undefined);
}

/** The text below a node, without its elements. */
export function textOf(node: HastNode): string {
  if (node.type === 'text') return node.value ?? '';
  return (node.children ?? []).map(textOf).join('');
}

/** A new element. */
export function element(
  tagName: string,
  properties: Record<string, unknown>,
  children: HastNode[],
): HastNode {
  return { type: 'element', tagName, properties, children };
}

/** The classes of an element; of anything else none. */
export function classesOf(node: HastNode): readonly string[] {
  const { className } = node.properties ?? {};
  return Array.isArray(className) ? className.map(String) : [];
}
