import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';

/** WCAG 2.2 AA and axe's best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with the elements that axe finds fault with, once everything is loaded; `what` names the view or its state. */
export async function expectNoViolation(page: Page, what: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
  expect(found, what).toEqual([]);
}
