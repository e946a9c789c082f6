/**
 * Reports at most once in `pauseMs`.
 *
 * @param firstMs before the first report
 */
export function throttled<Args extends readonly unknown[]>(
  pauseMs: number,
  report: (...args: Args) => void,
  firstMs = pauseMs,
): (...args: Args) => void {
  let next = performance.now() + firstMs;
  return (...args) => {
    if (performance.now() < next) return;
    next = performance.now() + pauseMs;
    report(...args);
  };
}
