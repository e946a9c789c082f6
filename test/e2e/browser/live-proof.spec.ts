import type { RecordedEvent } from '../../../src-main/contract/desktop-bridge.ts';
import { expect, test } from './browser-test.ts';
import { bridgeState, CLIENTS, installBridge, tell } from './simulated-bridge.ts';

const KEY = 'rust/tokio-rs/tokio';

function readOf(sequence: number, file: string, tokens: number): RecordedEvent {
  return {
    ...{
      sequence,
      at: new Date(Date.now() + sequence).toISOString(),
      client: 'claude-code',
      protocol: 'mcp',
    },
    ...{ route: 'get_section', target: `${KEY}/${file}`, skillKey: KEY, status: 200, durationMs: 1, tokens },
  };
}

test('Home says which file an agent read, as it reads it', async ({ open, page, service }) => {
  await installBridge(page, bridgeState(service.url, { clients: CLIENTS }));
  await open('#/');
  const prompt = page.getByRole('region', { name: 'Ask your agent' });
  await expect(prompt).toBeVisible();
  await expect(page.getByText(/read safety\.md/)).toHaveCount(0);
  await tell(page, 'activity', { kind: 'added', events: [readOf(1, 'safety.md', 938)] });
  await expect(prompt.getByRole('status')).toHaveText('Claude Code read safety.md, 938 tokens');
  await tell(page, 'activity', { kind: 'added', events: [readOf(2, 'pitfalls.md', 1_204)] });
  await expect(prompt.getByRole('status')).toHaveText('Claude Code read pitfalls.md, 1,204 tokens');
  await prompt.getByRole('link').click();
  await expect(page.getByRole('article')).toHaveAccessibleName('pitfalls.md');
});

for (const width of [1280, 480])
  test(`the skill page marks the file that an agent reads, at ${width} px`, async ({
    open,
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const activity = { events: [readOf(1, 'overview.md', 500)], recording: true };
    await installBridge(page, bridgeState(service.url, { activity }));
    await open(`#/skill/${KEY}`);
    const files = page.getByRole('navigation', { name: 'Files in reading order' });
    await expect(files.getByRole('link', { name: /safety\.md/ })).toBeVisible();
    await tell(page, 'activity', { kind: 'added', events: [readOf(2, 'safety.md', 938)] });
    const read = files.getByRole('link', { name: /Claude Code read safety\.md, 938 tokens/ });
    await expect(read).toHaveCount(1);
    await expect(page.getByText('Claude Code read safety.md, 938 tokens').last()).toBeVisible();
    // Read before the page was opened.
    await expect(files.getByRole('link', { name: /read overview/ })).toHaveCount(0);
    await tell(page, 'activity', { kind: 'added', events: [readOf(3, 'safety.md', 200)] });
    await expect(files.getByRole('link', { name: /Claude Code read/ })).toHaveCount(1);
    await expect(files.getByRole('link', { name: /read safety\.md, 200 tokens/ })).toHaveCount(1);
  });
