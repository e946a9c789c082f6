import type { RecordedEvent } from '../../../src-main/contract/desktop-bridge.ts';
import { expect, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { bridgeState, installBridge, tell } from './simulated-bridge.ts';

const LONG = 'x'.repeat(120);

function event(sequence: number, changes: Partial<RecordedEvent> = {}): RecordedEvent {
  return {
    sequence,
    at: new Date(Date.now() - 60_000 + sequence).toISOString(),
    client: 'cursor',
    protocol: 'mcp',
    route: 'search_skills',
    target: `query ${sequence}`,
    status: 200,
    durationMs: 0.7,
    ...changes,
  };
}

const activityOf = (...events: readonly RecordedEvent[]) => ({ events, recording: true });

test('a request that is told twice is listed once', async ({ open, page, service }) => {
  await installBridge(page, bridgeState(service.url, { activity: activityOf(event(1), event(2)) }));
  await open('#/activity');
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await tell(page, 'activity', { kind: 'added', events: [event(2), event(3)] });
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await tell(page, 'activity', { kind: 'added', events: [event(3)] });
  await tell(page, 'activity', { kind: 'added', events: [event(4)] });
  await expect(page.locator('tbody tr')).toHaveCount(4);
});

test('what hides in clients and queries is shown, wherever they stand', async ({ open, page, service }) => {
  const hidden = { client: 'evil\u202Eclient', target: 'duck\u200Bdb', results: 0 };
  await installBridge(page, bridgeState(service.url, { activity: activityOf(event(1, hidden)) }));
  await open('#/activity');
  await expect(page.locator('tbody tr')).toContainText('U+202E');
  await expect(page.getByRole('complementary')).toContainText('U+202E');
  await page.getByLabel(/Filter by client/).fill('nobody\u200B');
  await expect(page.getByText(/No request matches/)).toContainText('U+200B');
  const raw = /[\u200B\u202E]/;
  expect(await page.getByRole('main').textContent()).not.toMatch(raw);
  const titles = await page
    .getByRole('main')
    .locator('[title]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
  expect(titles.join()).not.toMatch(raw);
});

for (const width of [480, 1280])
  test(`long names reach into nothing else at ${width} px`, async ({ open, page, service }) => {
    await page.setViewportSize({ width, height: 720 });
    const events = [
      event(1, { client: LONG, target: LONG, route: LONG, results: 0 }),
      event(2, { skillKey: `rust/${LONG}/${LONG}`, target: `rust/${LONG}/${LONG}`, tokens: 123_456 }),
      event(3, { status: 404, durationMs: 123_456 }),
    ];
    await installBridge(page, bridgeState(service.url, { activity: activityOf(...events) }));
    await open('#/activity');
    await expect(page.locator('tbody tr')).toHaveCount(3);
    const overlaps = await page.locator('tbody tr').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const boxes = [...row.children]
          .filter((cell) => cell.getClientRects().length > 0)
          .map((cell) => ({ cell, box: cell.getBoundingClientRect() }));
        return boxes.flatMap(({ cell, box }, index) => [
          ...(box.right > innerWidth + 0.5 ? [`${cell.className} leaves the window`] : []),
          ...boxes
            .slice(index + 1)
            .filter(
              ({ box: other }) =>
                box.left < other.right - 0.5 &&
                other.left < box.right - 0.5 &&
                box.top < other.bottom - 0.5 &&
                other.top < box.bottom - 0.5,
            )
            .map(({ cell: other }) => `${cell.className} covers ${other.className}`),
        ]);
      }),
    );
    expect(overlaps).toEqual([]);
    await expectNoViolation(page, 'activity with long names');
  });
