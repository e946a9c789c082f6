import type { MarkName } from '../../components/mark.tsx';

const SQUARES = ['p0', 'p1', 'p2'] as const;

/** Upper layers have more ink. */
export function squareAt(place: number): MarkName {
  return SQUARES[place] ?? 'p3';
}
