/**
 * Slope of a line through points, and its standard error.
 *
 * Simple linear regression by least squares: slope = Sxy / Sxx, error = sqrt(SSR / (n - 2) / Sxx). Montgomery, Peck and
 * Vining: Introduction to Linear Regression Analysis, sections 2.2 and 2.3. The error assumes independent samples: those of a
 * short run follow each other, so its error is a lower estimate.
 *
 * @param {readonly (readonly [x: number, y: number])[]} points at least three, with different x
 * @returns {{ slope: number, error: number }}
 */
export function slopeOf(points) {
  const mean = (pick) => points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
  const sum = (term) => points.reduce((total, [x, y]) => total + term(x - meanX, y - meanY), 0);
  const sxx = sum((x) => x * x);
  const slope = sum((x, y) => x * y) / sxx;
  const residuals = sum((x, y) => (y - slope * x) ** 2);
  return { slope, error: Math.sqrt(residuals / (points.length - 2) / sxx) };
}

/** Quantile of the normal distribution: with 95 % confidence the true slope is above the bound. */
const CONFIDENCE = 1.645;

/** @param {{ slope: number, error: number }} line */
export function lowerBound({ slope, error }) {
  return slope - CONFIDENCE * error;
}
