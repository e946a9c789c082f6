/** The answers of an exported site’s page, computed in a browser, beside the service’s. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import type { FindResponse, SearchResponse } from '../../../src-server/contract/api/api.ts';
import { without } from '../../support/unless.ts';
import { PROJECT, SAMPLE, startService } from './service.ts';
import { exportSite, openStaticHost } from './static-site.ts';

const SHARED = join(PROJECT, '../shared');
const SETS = [
  { name: 'sample', registry: SAMPLE, files: [join(PROJECT, 'test/bench/relevance/sample.json')] },
  {
    name: 'real',
    registry: join(SHARED, 'real-registry'),
    files: ['find-dev', 'find-dev2', 'search-dev'].map((name) => join(SHARED, `relevance/${name}.json`)),
  },
];

interface Answers {
  readonly found: FindResponse;
  readonly names: SearchResponse['results'];
}

for (const { name, registry, files } of SETS)
  test(`a fifth of the judged questions of the ${name} registry are answered as by the service`, {
    tag: '@ci',
  }, async ({ page }) => {
    const reason = [registry, ...files].map(without).find((one) => one !== undefined);
    // biome-ignore lint/suspicious/noSkippedTests: with a reason, which `npm test` prints.
    test.skip(reason !== undefined, reason);
    // Each fifth: test/server/search/shards compares all of them, outside of a browser.
    const questions = files
      .flatMap((file) => {
        const { queries } = JSON.parse(readFileSync(file, 'utf8')) as { queries: { query: string }[] };
        return queries.map(({ query }) => query);
      })
      .filter((_, at) => at % 5 === 0);
    const site = await exportSite(registry);
    const [service, host] = [await startService(registry), await openStaticHost(site.folder)];
    await page.goto(host.url);
    for (const question of questions) {
      const expected = await askService(service.url, question);
      expect(await askPage(page, site.folder, question), question).toEqual(expected);
    }
    expect(host.missed).toEqual([]);
    await host.close();
    await service.stop();
    site.remove();
  });

const LIMIT = 12;

async function askService(url: string, question: string): Promise<Answers> {
  const q = encodeURIComponent(question);
  const [found, names] = await Promise.all(
    [`find?q=${q}&limit=${LIMIT}&explain=1`, `search?q=${q}&names=1`].map(async (route) =>
      (await fetch(`${url}/v1/${route}`)).json(),
    ),
  );
  return { found, names: names.results.slice(0, LIMIT) };
}

/** In the page, by the code that it loads for a question, once for all questions. */
function askPage(page: Page, folder: string, question: string): Promise<Answers> {
  const code = readdirSync(join(folder, 'assets')).find((file) => /^open-shard-search.*\.js$/.test(file));
  return page.evaluate(
    async ([path, query, limit]) => {
      const known = globalThis as typeof globalThis & { search?: Promise<SearchCode> };
      const read = async (file: string) => {
        const answer = await fetch(file);
        if (!answer.ok) throw new Error(file);
        return new Uint8Array(await answer.arrayBuffer());
      };
      known.search ??= import(new URL(path, location.href).href).then(({ openShardSearch }) =>
        openShardSearch(read),
      );
      const search = await known.search;
      return {
        found: await search.find(query, { limit }),
        names: await search.search(query, { limit }),
      };
    },
    [`assets/${code}`, question, LIMIT] as const,
  );
}

interface SearchCode {
  find(query: string, options: object): Promise<FindResponse>;
  search(query: string, options: object): Promise<SearchResponse['results']>;
}
