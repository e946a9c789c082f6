/** Whoever looks at the sample in a browser learns what needs the app, and how an own folder is served. */
import { bringIntoView, expect, sayOfRegistry, test } from './browser-test.ts';

for (const width of [1280, 320])
  test(`at ${width} px`, async ({ open, page, service }) => {
    await page.setViewportSize({ width, height: 720 });
    await sayOfRegistry(page, service.url, { sample: true });
    await open('#/');
    const main = page.getByRole('main');
    for (const said of [
      main.getByRole('link', { name: '10 sample skills' }),
      main.getByText('To serve your own:'),
      main.getByText('skills-registry serve --registry <folder>').first(),
      main.getByRole('heading', { name: 'What needs the app' }),
    ]) {
      await bringIntoView(said);
    }
    await expect(main.getByRole('button', { name: 'Choose' })).toHaveCount(0);
  });
