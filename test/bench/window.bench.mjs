/**
 * How the window keeps up with many skills: scrolling, filtering and asking in a real browser, from the built service.
 *
 *   npm run bench -- window [--skills 10000]
 *
 * Work is the processor time of the page's main thread, the number that has to stay under 16 ms a frame; frame times are
 * the distances between animation frames, which also wait for the screen and for a busy machine. Needs a build.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { provisionBrowser } from '../../scripts/provision-browser.mjs';
import { generateRegistry } from './generate-registry.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { skills: { type: 'string', default: '10000' } } });
const FRAMES = 300;

const folder = mkdtempSync(join(tmpdir(), 'skills-window-bench-'));
const registry = join(folder, 'registry');
generateRegistry(registry, { skills: Number(values.skills), files: 4, words: 40, seed: 1 });
const server = spawn(
  process.execPath,
  [`${root}dist/server/skills-registry.cjs`, 'serve', '-r', registry, '--port', '0'],
  { env: { ...process.env, XDG_DATA_HOME: folder }, stdio: ['ignore', 'pipe', 'inherit'] },
);
const browser = await chromium.launch({
  executablePath: provisionBrowser(root),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };

  const openedAt = performance.now();
  await page.goto(`${await address()}/#/browse`);
  await page.locator('[data-rows] a').first().waitFor();
  console.log(`${values.skills} skills listed ${ms(performance.now() - openedAt)} after opening the page`);
  await page.waitForTimeout(1000);

  for (const [name, step] of [
    ['scrolling by three rows a frame', 114],
    ['scrolling by a page a frame', 700],
  ]) {
    const before = await taskMs();
    const frames = await page.evaluate(scroll, { step, count: FRAMES });
    report(name, frames, ((await taskMs()) - before) / FRAMES);
  }
  for (const [name, label] of [
    ['a filter that leaves a fifth', /^Rust/],
    ['a second filter', /^High/],
    ['sorting all of them', undefined],
  ]) {
    const target =
      label === undefined
        ? page.getByRole('button', { name: /^Name/ })
        : page.getByRole('checkbox', { name: label });
    const before = await taskMs();
    const took = await target.evaluate(clickAndPaint);
    await page.waitForTimeout(200);
    console.log(`${name}: painted after ${ms(took)}, ${ms((await taskMs()) - before)} of work`);
  }

  await measureTyping(page);
  console.log(`standing still for a minute: ${await idleRenders(page)} changes of the page`);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

/** Keys in the box: how long the page's own work takes for each, and how much "e", which most names have, draws. */
async function measureTyping(page) {
  await page.keyboard.press('Control+k');
  const lengths = [];
  for (const text of ['e', 'tokio', 'connection pool timeout']) {
    for (const key of text) lengths.push(await page.evaluate(typeAndPaint, key));
    if (text === 'e') {
      await page.waitForTimeout(1000);
      const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
      console.log(`"e" in the box: ${nodes} nodes drawn`);
    }
    await page.waitForTimeout(600);
    await page.evaluate(clearBox);
    await page.waitForTimeout(600);
  }
  const sorted = lengths.toSorted((a, b) => a - b);
  const [median, most] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  console.log(`one key in the box: ${ms(median)} median, ${ms(most)} at most, of ${lengths.length} keys`);
}

/** Runs in the page: types a letter behind what stands in the box; milliseconds until the page has drawn it. */
async function typeAndPaint(key) {
  const box = document.querySelector('#ask');
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const start = performance.now();
  write.call(box, box.value + key);
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await Promise.resolve();
  // Layout belongs to it; the screen's next frame doesn't.
  document.body.getBoundingClientRect();
  return performance.now() - start;
}

/** Runs in the page. */
function clearBox() {
  const box = document.querySelector('#ask');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, '');
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** How often anything in the page changes while nothing happens. */
async function idleRenders(page) {
  await page.evaluate(() => {
    location.hash = '#/search?q=connection+pool+timeout';
  });
  await page.locator('main ol > li').first().waitFor({ timeout: 120_000 });
  await page.waitForTimeout(5000);
  await page.evaluate(() => {
    window.changes = 0;
    new MutationObserver((records) => {
      window.changes += records.length;
    }).observe(document.querySelector('main'), {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  await page.waitForTimeout(60_000);
  return page.evaluate(() => window.changes);
}

/** The service's address, from what it says when it serves. */
async function address() {
  let said = '';
  for await (const chunk of server.stdout) {
    said += chunk;
    const url = /serving .* at (http:\/\/\S+)/.exec(said)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`The service did not start: ${said}`);
}

/** Runs in the page: scrolls by `step` pixels in each frame, and gives the frames' lengths. */
function scroll({ step, count }) {
  const list = document.querySelector('[data-rows]').parentElement;
  list.scrollTop = 0;
  return new Promise((resolve) => {
    const lengths = [];
    let last = performance.now();
    const frame = (now) => {
      lengths.push(now - last);
      last = now;
      list.scrollTop += step;
      if (lengths.length < count) requestAnimationFrame(frame);
      else resolve(lengths.slice(1));
    };
    requestAnimationFrame(frame);
  });
}

/** Runs in the page: milliseconds from a click to the frame after the one that shows its effect. */
function clickAndPaint(element) {
  const start = performance.now();
  element.click();
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
  });
}

function report(name, frames, work) {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  const late = frames.filter((length) => length > 17.5).length;
  console.log(
    `${name}: ${ms(work)} of work a frame; frames ${ms(at(0.5))} median, ${ms(at(0.99))} of 100, ${late} of ${frames.length} late`,
  );
}

function ms(value) {
  return `${value.toFixed(1)} ms`;
}
