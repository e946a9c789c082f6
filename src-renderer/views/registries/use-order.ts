import { type DragEvent, useRef, useState } from 'react';
import type { ShownRegistry } from '../../../src-server/contract/service/registry-work.ts';

export interface RowDrag {
  readonly isOver: boolean;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** New order of names. */
export function movedTo(names: readonly string[], name: string, to: number): readonly string[] {
  const others = names.filter((one) => one !== name);
  const at = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, at), name, ...others.slice(at)];
}

/** By drag or keys, until the app publishes the list. */
export function useOrder(
  registries: readonly ShownRegistry[],
  onOrder: (names: readonly string[]) => void,
): {
  readonly ordered: readonly ShownRegistry[];
  readonly dragOf: (name: string) => RowDrag;
  readonly move: (name: string, by: number) => void;
} {
  const [wanted, setWanted] = useState<{ names: readonly string[]; from: readonly ShownRegistry[] }>();
  const [over, setOver] = useState<string>();
  const dragged = useRef<string>(undefined);
  const ordered = inOrder(registries, wanted?.from === registries ? wanted.names : []);
  const names = ordered.map(({ name }) => name);
  const place = (name: string, to: number) => {
    const next = movedTo(names, name, to);
    if (next.every((one, index) => one === names[index])) return;
    setWanted({ names: next, from: registries });
    onOrder(next);
  };
  const end = () => {
    dragged.current = undefined;
    setOver(undefined);
  };
  return {
    ordered,
    move: (name, by) => place(name, names.indexOf(name) + by),
    dragOf: (name) => ({
      isOver: over === name,
      onDragStart(event) {
        dragged.current = name;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
      },
      onDragOver(event) {
        // Files and text from elsewhere are no rows.
        if (dragged.current === undefined) return;
        event.preventDefault();
        setOver(name);
      },
      onDragEnd: end,
      onDrop(event) {
        const from = dragged.current;
        if (from === undefined) return;
        event.preventDefault();
        end();
        place(from, names.indexOf(name));
      },
    }),
  };
}

function inOrder(registries: readonly ShownRegistry[], names: readonly string[]): readonly ShownRegistry[] {
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  return registries.toSorted((a, b) => place(a.name) - place(b.name));
}
