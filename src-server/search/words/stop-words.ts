/**
 * Excludes `not`, `never`, `before`, `after`, `without`, `between`, `under`, `over`, `new`, `run` and `go`:
 * distinctive for pitfalls or libraries.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the and or but if then than so as of at by for from in into on onto to with about is are was were be been ' +
    'being am do does did doing done has have had having i me my we us our you your he she it its they them their ' +
    'this that these those there here what which who whom whose when where why how can could may might shall should ' +
    'will would also just very too some any such each own same other ' +
    // Rests of "don't", "isn't", … without the contracted part.
    'don doesn didn isn aren wasn weren hasn haven hadn won wouldn couldn shouldn ain'
  ).split(' '),
);
