import { describe, expect, it } from 'vitest';
import { isSameData } from '../../../src-renderer/stores/same-data.ts';
import {
  answeredService,
  problemsOf,
  silentService,
  snapshotOf,
  unknownService,
} from '../../../src-renderer/stores/service.ts';
import {
  AWAY,
  askingInBrowser,
  awayInBrowser,
  ORIGIN,
  STATUS,
  servingInBrowser,
  silentInBrowser,
} from './known-service.ts';

describe('the service, as a page in a browser knows it', () => {
  it('is asked for until the first answer', () => {
    expect(askingInBrowser).toMatchObject({ phase: 'asking', port: 8701 });
  });

  it('serves only after an answer with a folder that can be read', () => {
    expect(servingInBrowser).toMatchObject({ phase: 'serving', address: ORIGIN });
    expect(awayInBrowser).toMatchObject({ phase: 'away', why: 'It was moved.', since: 2000 });
    expect(answeredService(awayInBrowser, AWAY, 3000)).toMatchObject({ phase: 'away', since: 2000 });
  });

  it('says since when it is silent, and what was known before', () => {
    const service = silentService(silentInBrowser, 3000);
    expect(service).toMatchObject({ phase: 'silent', since: 2000, folder: '/registry', port: 8701 });
    expect(service.status).toBe(STATUS);
  });

  it('is the same after an answer that says the same, later', () => {
    const again = answeredService(servingInBrowser, structuredClone(STATUS), 3000);
    expect(isSameData(again, servingInBrowser)).toBe(true);
    expect(again.status).toBe(STATUS);
  });

  it('has the page’s own address, whatever the status calls itself', () => {
    const at = (origin: string | undefined) => answeredService(unknownService(origin), STATUS, 1);
    expect(at('http://192.168.0.2:9000')).toMatchObject({ address: 'http://192.168.0.2:9000', port: 9000 });
    expect(at('http://[::1]:8701').port).toBe(8701);
    expect(at('https://skills.example').port).toBe(443);
    expect(at(undefined).address).toBe(ORIGIN);
  });
});

describe('the snapshot that answers are of', () => {
  it('is another one after a change, a restart and a return, and none while nothing answers', () => {
    const ids = [STATUS, AWAY, { ...STATUS, generation: 4 }, { ...STATUS, instanceId: 'two' }].map((status) =>
      snapshotOf(answeredService(askingInBrowser, status, 1)),
    );
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain(undefined);
    expect(snapshotOf(silentInBrowser)).toBeUndefined();
  });

  it('changes for the problems ten times while all skills are checked', () => {
    const ids = Array.from({ length: 1_000 }, (_, done) =>
      problemsOf(answeredService(askingInBrowser, { ...STATUS, checking: { done, total: 1_000 } }, 1)),
    );
    expect(new Set(ids).size).toBe(10);
  });
});
