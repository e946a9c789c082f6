import { Fragment } from 'react';
import { Revealed } from '../text/revealed.tsx';

/** `ranges` are sorted, disjoint `[start, end)` offsets. */
export function Highlighted({
  text,
  ranges,
}: {
  readonly text: string;
  readonly ranges: ReadonlyArray<readonly [start: number, end: number]>;
}) {
  let from = 0;
  const pieces = ranges.map(([start, end]) => {
    const before = text.slice(from, Math.max(from, start));
    const match = text.slice(Math.max(from, start), end);
    from = Math.max(from, end);
    return (
      <Fragment key={start}>
        {before !== '' && <Revealed text={before} />}
        {match !== '' && (
          <mark>
            <Revealed text={match} />
          </mark>
        )}
      </Fragment>
    );
  });
  return (
    <>
      {pieces}
      {from < text.length && <Revealed text={text.slice(from)} />}
    </>
  );
}
