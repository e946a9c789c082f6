/** Whoever looks at the sample in a browser learns what needs the app, and how an own folder is served. */
import type { Status } from '../../../src-server/contract/api.ts';
import { expect, test } from './browser-test.ts';

for (const width of [1280, 320])
  test(`at ${width} px`, async ({ open, page }) => {
    await page.setViewportSize({ width, height: 720 });
    await page.route('**/v1/status', async (route) => {
      const answer = await route.fetch();
      const status: Status = await answer.json();
      await route.fulfill({ json: { ...status, registry: { ...status.registry, sample: true } } });
    });
    await open('#/');
    const main = page.getByRole('main');
    for (const said of [
      main.getByRole('link', { name: '10 sample skills' }),
      main.getByText('To serve your own:'),
      main.getByText('skills serve --registry <folder>').first(),
      main.getByRole('heading', { name: 'What needs the app' }),
    ]) {
      await said.scrollIntoViewIfNeeded();
      await expect(said).toBeInViewport();
    }
    await expect(main.getByRole('button', { name: 'Choose' })).toHaveCount(0);
  });
