/** How good a ranking is, by graded keys: nDCG@10, recall@10, success@1, and whether a keyword's expectation holds. */

const DEPTH = 10;

/** Makes of a key the one that judgements use; letter case doesn't count. */
export function canonicaliser(aliases = {}) {
  const lower = Object.entries(aliases).map(([alias, key]) => [alias.toLowerCase(), key.toLowerCase()]);
  const canonical = new Map(lower);
  return (key) => canonical.get(key.toLowerCase()) ?? key.toLowerCase();
}

/**
 * Grades are 2 (what the asker wants) and 1 (also answers); the gain of one is `2^grade - 1`, halved as `log2(rank + 1)`
 * grows. A skill that comes a second time under another of its keys is dropped.
 *
 * @param {{ relevant?: Record<string, number>, expect?: { top1?: string, top3?: readonly string[] } }} query
 * @param {readonly string[]} keys
 * @param {(key: string) => string} canon
 * @returns {{ ndcg10: number, recall10: number, success1: number }}
 */
export function judge({ relevant = {}, expect }, keys, canon) {
  const grades = new Map(Object.entries(relevant).map(([key, grade]) => [canon(key), grade]));
  const list = [...new Set(keys.map(canon))].slice(0, DEPTH);
  const gainOf = (ordered) => ordered.reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);
  const best = gainOf([...grades.values()].sort((a, b) => b - a).slice(0, DEPTH));
  return {
    ndcg10: best === 0 ? 0 : gainOf(list.map((key) => grades.get(key) ?? 0)) / best,
    recall10: grades.size === 0 ? 0 : list.filter((key) => grades.has(key)).length / grades.size,
    success1: grades.get(list[0]) === 2 ? 1 : 0,
    ...(expect !== undefined && { pass: meets(expect, list, canon) ? 1 : 0 }),
  };
}

/** `top1`: this key is first; `top3`: the first three are all of these. */
function meets({ top1, top3 = [] }, list, canon) {
  if (top1 !== undefined) return list[0] === canon(top1);
  const wanted = new Set(top3.map(canon));
  const head = list.slice(0, Math.min(3, wanted.size));
  return head.length > 0 && head.every((key) => wanted.has(key));
}

/**
 * Of the skills that a question names sections of: the share that shows one of these, `file#heading`. A skill that isn't
 * among the results shows none.
 *
 * @typedef {{ readonly key: string, readonly section?: { readonly file: string, readonly heading: string | null } }} ShownResult
 * @param {{ sections?: Record<string, readonly string[]> }} query
 * @param {readonly ShownResult[]} results
 */
export function judgeSections({ sections = {} }, results) {
  const shown = new Map(
    results.map(({ key, section }) => [key, section && `${section.file}#${section.heading}`]),
  );
  return {
    right: mean(Object.entries(sections).map(([key, places]) => (places.includes(shown.get(key)) ? 1 : 0))),
  };
}

/**
 * Whether the first result is the right skill, shows a right entry, and shows or lists one. An entry is right by its heading, or
 * where the shown lines are within its own. Questions without entries are about what no skill covers.
 *
 * @typedef {{ key: string, file: string, heading: string, line_start?: number, line_end?: number }} JudgedEntry
 * @typedef {{ file: string, heading: string | null, line_start: number, excerpts?: readonly { line: number }[] }} ShownEntry
 * @param {{ answers?: readonly JudgedEntry[], entries?: readonly JudgedEntry[] }} query
 * @param {readonly { key: string, section?: ShownEntry, also?: readonly ShownEntry[] }[]} results
 * @param {(key: string) => string} canon
 */
export function judgeEntries({ answers, entries = answers ?? [] }, [first], canon) {
  if (entries.length === 0) return {};
  const own = entries.filter(({ key }) => first !== undefined && canon(key) === canon(first.key));
  const isRight = (shown) => shown !== undefined && own.some((entry) => isSameEntry(entry, shown));
  const entry1 = isRight(first?.section) ? 1 : 0;
  return {
    skill1: own.length > 0 ? 1 : 0,
    entry1,
    listed: entry1 || ((first?.also ?? []).some(isRight) ? 1 : 0),
  };
}

function isSameEntry({ file, heading, line_start: start, line_end: end }, shown) {
  if (file !== shown.file) return false;
  if (plainHeading(heading) === plainHeading(shown.heading ?? '')) return true;
  const lines = shown.excerpts?.length ? shown.excerpts.map(({ line }) => line) : [shown.line_start];
  return start !== undefined && end !== undefined && lines.some((line) => line >= start && line <= end);
}

const plainHeading = (heading) => heading.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of the mean of independent values. */
export function standardError(values) {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return values.length < 2 ? Number.NaN : Math.sqrt(squares / (values.length - 1) / values.length);
}

/** `0.843 ± 0.053`: the mean and its standard error, which a single value hasn't got. */
export function meanWithError(values) {
  const error = standardError(values);
  return `${mean(values).toFixed(3)}${Number.isNaN(error) ? '' : ` ± ${error.toFixed(3)}`}`;
}
