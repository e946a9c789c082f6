import type { JSHandle, Page } from 'playwright';

/** What is held over the page, or dropped on it: an empty file of this name, for `dispatchEvent`. */
export function heldFile(page: Page, name: string): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle((called) => {
    const data = new DataTransfer();
    data.items.add(new File([], called));
    return data;
  }, name);
}
