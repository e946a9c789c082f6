/** Varies from run to run: addresses, paths, numbers, hashes, times. */
const NOISE: readonly RegExp[] = [
  /\b[a-z][a-z+.-]{1,15}:\/\/[^\s<>"'`)\]]+/gi,
  // 2026-05-01T10:11:12.123Z, 10:11:12,331
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?/g,
  /\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b/g,
  // /srv/shop/main.go:31:9, ./src/App.vue, C:\shop\main.py, src/main.rs:9:32, src/pool/commit.ts
  /(?<![\w/])(?:~|\.{1,2})?\/[\w.@+-]+(?:\/[\w.@+-]*)+(?::\d+)*/g,
  /\b[A-Za-z]:\\[^\s:"']+(?::\d+)*/g,
  /(?<![\w/@.-])[\w.+-]+(?:\/[\w.@+-]+)+\.\w{1,5}(?::\d+)+/g,
  /(?<![\w/@.-])[\w.+-]+(?:\/[\w.@+-]+)+\.(?:[cm]?[jt]sx?|py|go|rs|cc|cpp|cxx|hp{0,2}|java|rb|php|vue)\b/g,
  /(?<![\w.])[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|cc|cpp|cxx|hp{0,2}|java|rb|php|vue):\d+(?::\d+)?/g,
  /\b0x[0-9a-f]+\b/gi,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  // Hashes: hexadecimal with digits and letters.
  /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /(?<![\w.-])[-+]?\d[\d.,]*(?![\w-])/g,
];

/** Replaces noise with spaces. */
export function withoutNoise(text: string): string {
  return NOISE.reduce((rest, noise) => rest.replace(noise, ' '), text);
}
