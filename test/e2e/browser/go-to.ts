import type { Page } from 'playwright';
import { expect, painted } from './browser-test.ts';

/** Goes to a hash such as `#/browse` as a link would, without loading the page anew, and waits until that view is there. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  // Until the page has heard of it, the former view stands there; one of the same kind would be taken for it.
  await painted(page);
  const view = /^#\/(\w+)/.exec(hash)?.[1] ?? 'home';
  await expect(page.locator(`html[data-view="${view}"]`)).toBeAttached();
}
