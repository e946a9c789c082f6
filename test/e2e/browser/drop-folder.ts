import type { Page } from 'playwright';

/** The contents of files, by their paths. */
export type Contents = Readonly<Record<string, string | Uint8Array>>;

const textsOf = (files: Contents) =>
  Object.entries(files).map(([path, content]) => [path, content.toString()] as const);

/** Changes what is in the folder that was dropped. */
export async function changeDropped(page: Page, files: Contents): Promise<void> {
  await page.evaluate((contents) => Object.assign(window, { __dropped: contents }), textsOf(files));
}

/** A drop of one folder, as the file manager makes it, anywhere in the window. */
export async function dropFolder(page: Page, name: string, files: Contents): Promise<void> {
  await changeDropped(page, files);
  await page.evaluate((root) => {
    const now = () => (window as unknown as { __dropped: Array<[path: string, text: string]> }).__dropped;
    const folder = (called: string, prefix: string): unknown => ({
      name: called,
      isDirectory: true,
      createReader() {
        const inside = now().filter(([path]) => path.startsWith(prefix));
        const names = new Set(inside.map(([path]) => path.slice(prefix.length).split('/')[0] ?? ''));
        const entries = [...names].map((child) => {
          const text = () => now().find(([path]) => path === `${prefix}${child}`)?.[1];
          if (text() === undefined) return folder(child, `${prefix}${child}/`);
          const file = (done: (file: File) => void) => done(new File([text() ?? ''], child));
          return { name: child, isDirectory: false, file };
        });
        // As Chromium does it: some at a time, then none.
        return { readEntries: (done: (batch: unknown[]) => void) => done(entries.splice(0, 3)) };
      },
      getFile(path: string, _options: unknown, done: (entry: unknown) => void, fail: () => void) {
        const text = now().find(([other]) => other === `${prefix}${path}`)?.[1];
        if (text === undefined) return fail();
        done({
          name: path,
          isDirectory: false,
          file: (give: (file: File) => void) => give(new File([text], path)),
        });
      },
    });
    const items = [{ kind: 'file', webkitGetAsEntry: () => folder(root, '') }];
    const files = [new File([], root)];
    for (const type of ['dragenter', 'dragover', 'drop']) {
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items, files } });
      document.body.dispatchEvent(event);
    }
  }, name);
}

/** Drops files without their folder. */
export async function dropFiles(page: Page, files: Contents): Promise<void> {
  await page.evaluate((contents) => {
    const items = contents.map(([name, text]) => {
      const file = (done: (file: File) => void) => done(new File([text], name));
      return { kind: 'file', webkitGetAsEntry: () => ({ name, isDirectory: false, file }) };
    });
    const files = contents.map(([name, text]) => new File([text], name));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items, files } });
      document.body.dispatchEvent(event);
    }
  }, textsOf(files));
}
