import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as axe from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';

/** Straight into the page: what is made for pages with frames opens one more page for each scan. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of WCAG 2.2 AA, and axe's best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type WithAxe = typeof globalThis & { readonly axe?: typeof axe };

/** Fails with the elements that axe finds fault with, once everything is loaded; `what` names the view or its state. */
export async function expectNoViolation(page: Page, what: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations, passes } = (await page.evaluate(
    // What passes is only counted: to describe each element of it takes as long as to find it.
    (rules) =>
      (window as WithAxe).axe?.run(document, {
        runOnly: { type: 'tag', values: rules },
        resultTypes: ['violations'],
      }),
    RULES,
  )) ?? { violations: [], passes: [] };
  expect(passes.length, 'rules that were tried').toBeGreaterThan(10);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
  expect(found, what).toEqual([]);
}
