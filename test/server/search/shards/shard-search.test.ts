import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unless, without } from '../../../support/unless.ts';
import { type Answers, documentsOf, openService, openSite } from './shards-fixture.ts';

const SHARED = join(import.meta.dirname, '../../../../../shared');
const JUDGED = ['find-dev.json', 'find-dev2.json', 'search-dev.json'];

describe.each([
  { name: 'sample', folder: 'assets/sample-registry' },
  { name: 'real', folder: join(SHARED, 'real-registry') },
])('the search of an exported site of the $name registry', ({ folder }) => {
  describe('with the judged questions', unless(without(SHARED), without(folder)), () => {
    let site: Answers;
    let service: Answers;
    beforeAll(async () => {
      const documents = await documentsOf(folder);
      [site, service] = [await openSite(documents), openService(documents)];
    });
    afterAll(async () => {
      await service.close();
    });

    it.each(JUDGED)('answers %s as the service does', async (file) => {
      const { queries } = JSON.parse(readFileSync(join(SHARED, 'relevance', file), 'utf8')) as {
        queries: { query: string }[];
      };
      for (const { query } of queries) {
        expect(await site.find(query, { limit: 10 })).toEqual(await service.find(query, { limit: 10 }));
        expect(await site.search(query, { limit: 1000 })).toEqual(
          await service.search(query, { limit: 1000 }),
        );
        expect(await site.resolve(query)).toEqual(await service.resolve(query));
      }
    });
  });
});
