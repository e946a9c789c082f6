import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../src-renderer', import.meta.url));

/** Functions that one of the browsers of vite.config.ts lacks, and that the compiler's library knows all the same. */
const TOO_YOUNG =
  /\b(?:URL\.parse|AbortSignal\.any|Promise\.(?:withResolvers|try)|Object\.groupBy|Map\.groupBy|Array\.fromAsync|Response\.json|\w+\.(?:startViewTransition|moveBefore|checkVisibility))\(/g;

it('the page calls nothing that is younger than the browsers it is built for', () => {
  const found = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      (readFileSync(join(SOURCES, file), 'utf8').match(TOO_YOUNG) ?? []).map((call) => `${file}: ${call}`),
    );
  expect(found).toEqual([]);
});
