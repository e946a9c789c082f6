import { useEffect, useRef, useState } from 'react';

/** True during a file drag; ignores text. `onDrop` must read the data before its first `await`. */
export function useFileDrag(onDrop: (data: DataTransfer) => void, enabled = true): boolean {
  const [dragging, setDragging] = useState(false);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    if (!enabled) return;
    // Entering a child also fires `dragleave` on its parent, so enter and leave events are counted.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const end = () => {
      depth = 0;
      setDragging(false);
    };
    const onEnter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setDragging(true);
    };
    const onLeave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) end();
    };
    const onOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDropped = (event: DragEvent) => {
      end();
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      latest.current(event.dataTransfer);
    };
    document.addEventListener('dragenter', onEnter);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('dragover', onOver);
    document.addEventListener('drop', onDropped);
    return () => {
      setDragging(false);
      document.removeEventListener('dragenter', onEnter);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('drop', onDropped);
    };
  }, [enabled]);
  return dragging;
}
