import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkStyles, findStyleFaults } from '../../scripts/style-faults.mjs';

const PIECE = 'src-renderer/components/lamp.module.css';
const VIEW = 'src-renderer/views/porch/porch.module.css';
const SOURCE = 'src-renderer/views/porch/porch.tsx';

/** A page without a fault, but for what is changed. */
function faults(changes: Readonly<Record<string, string>> = {}): readonly string[] {
  return findStyleFaults(
    new Map(
      Object.entries({
        'src-renderer/styles/tokens.css': ':root { --ink: #000; }',
        'src-renderer/styles/ground.css': '@layer pieces.ground { .muted { color: var(--ink); } }',
        [PIECE]: '@layer pieces { .lamp { color: var(--ink); } }',
        'src-renderer/components/lamp.tsx': `
          import styles from './lamp.module.css';
          export const Lamp = () => <i className={styles.lamp} />;`,
        [VIEW]: '.porch { width: var(--width); } .porch :global(.muted) { top: 0.5rem; }',
        [SOURCE]: `
          import styles from './porch.module.css';
          export const Porch = ({ dark }) => (
            <p className={dark === 'no such class' ? styles.porch : \`muted \${styles.porch}\`} style={{ '--width': '1px' }} />
          );`,
        ...changes,
      }),
    ),
  );
}

describe('the check of the styles', () => {
  it('finds no fault in the page as it is', () => {
    const { sheets, faults: found } = checkStyles(fileURLToPath(new URL('../../', import.meta.url)));
    expect(found).toEqual([]);
    expect(sheets.length).toBeGreaterThan(10);
  });

  it('finds no fault where every class is used and there', () => {
    expect(faults()).toEqual([]);
  });

  it('finds a class in a module that nobody uses', () => {
    expect(faults({ [PIECE]: '@layer pieces { .lamp, .bulb:hover { top: 0; } }' })).toEqual([
      `${PIECE}: nobody uses .bulb`,
    ]);
  });

  it('finds it inside media queries and under other selectors, too', () => {
    const css =
      '.porch { width: var(--width); } @media (width < 40rem) { .porch > .step a { top: 0; } } a :global(.muted) { top: 0; }';
    expect(faults({ [VIEW]: css })).toEqual([`${VIEW}: nobody uses .step`]);
  });

  it('does not take comments, strings and numbers for classes', () => {
    const css = '/* .gone {} */ @layer pieces { .lamp[title=".x"] { top: .5rem; content: ".y {"; } }';
    expect(faults({ [PIECE]: css })).toEqual([]);
  });

  it('finds a class that is used but not in the module', () => {
    expect(
      faults({
        'src-renderer/components/lamp.tsx': `
          import styles from './lamp.module.css';
          export const Lamp = () => <i className={\`\${styles.lamp} \${styles.shade}\`} />;`,
      }),
    ).toEqual([`src-renderer/components/lamp.tsx: there is no .shade in ${PIECE}`]);
  });

  it('refuses a computed name, since nobody could tell what it uses', () => {
    expect(
      faults({
        'src-renderer/components/lamp.tsx': `
          import styles from './lamp.module.css';
          export const Lamp = ({ tone }) => <i className={\`\${styles.lamp} \${styles[tone]}\`} />;`,
      }),
    ).toEqual([
      `src-renderer/components/lamp.tsx: reads a class of ${PIECE} by a computed name; use an attribute`,
    ]);
  });

  it('finds a global class outside of ground.css', () => {
    expect(faults({ 'src-renderer/views/porch/porch.css': '.step { top: 0; }' })).toEqual([
      'src-renderer/views/porch/porch.css: .step is global; only ground.css may have such',
    ]);
  });

  it('finds a global class that nobody uses, and words for one that is not there', () => {
    const used = { [SOURCE]: `export const Porch = () => <p className="mutde" />;`, [VIEW]: 'p { top: 0; }' };
    expect(faults(used)).toEqual([
      'src-renderer/styles/ground.css: nobody uses .muted',
      `${SOURCE}: there is no global class mutde`,
    ]);
  });

  it('finds a global class that a module speaks of and that is not there', () => {
    const css = '.porch { width: var(--width); } .porch :global(.mutde) { top: 0; }';
    expect(faults({ [VIEW]: css })).toEqual([`${VIEW}: .mutde is not in ground.css`]);
  });

  it('finds colours that are no tokens, and tokens that are not there', () => {
    expect(faults({ [PIECE]: '@layer pieces { .lamp { color: #fff; fill: var(--inc); } }' })).toEqual([
      `${PIECE}: #fff is no token`,
      `${PIECE}: nobody sets --inc`,
    ]);
  });

  it('finds two modules of one name, whose classes would be the same', () => {
    const twin = 'src-renderer/views/porch/lamp.module.css';
    expect(faults({ [twin]: 'p { top: 0; }' })).toEqual([
      `${twin}: has the name of ${PIECE}, so their classes would be the same`,
    ]);
  });

  it('finds a piece that is outside of its layer, where views could not win over it', () => {
    expect(faults({ [PIECE]: '@layer pieces { a { top: 0; } } .lamp { color: var(--ink); }' })).toEqual([
      `${PIECE}: is not in the layer of the pieces`,
    ]);
  });
});
