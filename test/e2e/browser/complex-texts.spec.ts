import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './browser-test.ts';
import { ATTACK } from './service.ts';

/** A registry whose small texts cost a Markdown parser minutes, gigabytes or its stack. */
const registry = mkdtempSync(join(tmpdir(), 'complex-texts-'));
cpSync(ATTACK, registry, { recursive: true });
const folder = join(registry, 'skills/js/mallory/attack');
const texts = {
  'overview.md': `${'|a'.repeat(1000)}|\n${'|-'.repeat(1000)}|\n${'a\n'.repeat(2000)}`,
  'pitfalls.md': '>'.repeat(249_000),
  'safety.md': '~a~'.repeat(80_000),
  '__proto__.md': '*a_ '.repeat(60_000),
  'table.md': `# Wide\n\n${'|a'.repeat(60_000)}|\n${'|-'.repeat(60_000)}|\n`,
};
for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);

test.use({ source: registry });
test.afterAll(() => rmSync(registry, { recursive: true, force: true }));

for (const file of Object.keys(texts))
  test(`${file}, too complex for a page, is shown as it is, and the next file as a page`, async ({
    open,
  }) => {
    const page = await open(`#/skill/js/mallory/attack?file=${file}`);
    await expect(page.getByText('This file is too complex to format: shown as plain text.')).toBeVisible();
    await expect(page.locator('[data-raw]')).toBeVisible();
    await open('#/skill/js/mallory/attack?file=examples/basic.js');
    await expect(page.locator('[data-markdown]')).toBeVisible();
  });

test('the window answers while a text is parsed', async ({ open }) => {
  const page = await open('#/skill/js/mallory/attack?file=safety.md');
  await page.getByRole('link', { name: 'Browse' }).first().click();
  await expect(page.getByRole('main').getByText('attack').first()).toBeVisible();
});
