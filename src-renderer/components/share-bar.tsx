import type { CSSProperties } from 'react';

/** A bar cut into what made it; `parts` are percent of the whole track. The chosen one takes the signal colour. */
export function ShareBar({
  parts,
}: {
  readonly parts: ReadonlyArray<{
    readonly name: string;
    readonly percent: number;
    readonly chosen: boolean;
  }>;
}) {
  return (
    <span className="share" aria-hidden="true">
      {parts.map(({ name, percent, chosen }) => (
        <i key={name} className={chosen ? 'on' : ''} style={{ '--width': `${percent}%` } as CSSProperties} />
      ))}
    </span>
  );
}
