/** Lines around a change that are shown with it. */
const CONTEXT = 2;
/** Changed parts whose lengths multiply to more are shown as all old, then all new: the table would grow too large. */
const MAX_TABLE = 4_000_000;

interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/**
 * What differs between two texts, as the body of a unified diff without its headers: lines marked `-` and `+`, with two
 * unchanged ones around, `…` where unchanged lines are left out. Empty where nothing differs.
 */
export function lineDiff(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const start = commonPrefix(old, now);
  const end = commonPrefix([...old.slice(start)].reverse(), [...now.slice(start)].reverse());
  const all = [
    ...marked(' ', old.slice(0, start)),
    ...middleDiff(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...marked(' ', end === 0 ? [] : old.slice(-end)),
  ];
  return withContext(all);
}

function marked(mark: DiffLine['mark'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ mark, text }));
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** Longest common subsequence, by the usual table. */
function middleDiff(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > MAX_TABLE) return [...marked('-', old), ...marked('+', now)];
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ mark: ' ', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === now.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text: old[i] ?? '' });
      i += 1;
    } else {
      lines.push({ mark: '+', text: now[j] ?? '' });
      j += 1;
    }
  }
  return lines;
}

function withContext(lines: readonly DiffLine[]): string[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ mark }) => mark !== ' '),
  );
  const shown: string[] = [];
  for (const [index, { mark, text }] of lines.entries()) {
    if (isNear[index]) shown.push(`${mark} ${text}`.trimEnd());
    else if (isNear[index - 1]) shown.push('  …');
  }
  return shown.at(-1) === '  …' ? shown.slice(0, -1) : shown;
}
