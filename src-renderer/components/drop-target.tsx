import type { ReactNode } from 'react';
import './drop-target.css';
import { Mark } from './mark.tsx';

/** Covers the window while something is held over it, and says what letting go does. */
export function DropTarget({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="dropping">
      <div className="target">
        <Mark name="logo" />
        <p className="big">{title}</p>
        <p className="soft">{children}</p>
      </div>
    </div>
  );
}
