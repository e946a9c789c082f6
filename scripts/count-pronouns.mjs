/** A high share hints at sentences without nouns. Code, link targets and tags are ignored. */
const PRONOUNS = new Set(
  'one ones those that what which such it its this these whose none others else'.split(' '),
);

const docComments = /\/\*\*([\s\S]*?)\*\//g;

export function textOfDocComments(source) {
  return [...source.matchAll(docComments)]
    .map(([, comment]) => comment.replace(/^\s*\* ?/gm, '').replace(/^@\w+/gm, ''))
    .join('\n\n');
}

/** @returns {{ words: number, pronouns: number }} */
export function countPronouns(text) {
  const prose = text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/\]\([^)]*\)/g, '] ')
    .replace(/\bhttps?:\S+/g, ' ');
  const words = prose.match(/[a-z]+(?:[’'][a-z]+)?/gi) ?? [];
  const pronouns = words.filter((word) => PRONOUNS.has(word.toLowerCase().replace(/[’']s$/, ''))).length;
  return { words: words.length, pronouns };
}

const shareOf = ({ words, pronouns }) => (words === 0 ? 0 : (100 * pronouns) / words);
const percent = (count) => `${shareOf(count).toFixed(1)} %`;
/** For a meaningful share. */
const FEWEST_WORDS = 100;

/**
 * Formats the total share, and the ten files with the highest shares.
 *
 * @param {string} name counted texts
 * @param {ReadonlyArray<{ path: string, words: number, pronouns: number }>} files
 */
export function pronounHint(name, files) {
  const sumOf = (field) => files.reduce((sum, file) => sum + file[field], 0);
  const all = { words: sumOf('words'), pronouns: sumOf('pronouns') };
  const worst = files
    .filter(({ words }) => words >= FEWEST_WORDS)
    .sort((a, b) => shareOf(b) - shareOf(a))
    .slice(0, 10);
  return [
    `Pronouns in ${name}: ${percent(all)} of ${all.words.toLocaleString('en-US')} words. The largest shares:`,
    ...worst.map((file) => `  ${percent(file)} ${file.path}`),
  ].join('\n');
}
