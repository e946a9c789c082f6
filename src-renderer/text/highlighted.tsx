import { Revealed } from './revealed.tsx';

/** Marks `[start, end)` ranges, sorted and disjoint. */
export function Highlighted({
  text,
  ranges,
}: {
  readonly text: string;
  readonly ranges: ReadonlyArray<readonly [start: number, end: number]>;
}) {
  let from = 0;
  const pieces = ranges.map(([start, end]) => {
    const before = text.slice(from, start);
    from = end;
    return (
      <span key={start}>
        <Revealed text={before} />
        <mark>
          <Revealed text={text.slice(start, end)} />
        </mark>
      </span>
    );
  });
  return (
    <>
      {pieces}
      <Revealed text={text.slice(from)} />
    </>
  );
}
