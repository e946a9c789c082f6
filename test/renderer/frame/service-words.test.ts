import { describe, expect, it } from 'vitest';
import { serviceWords } from '../../../src-renderer/frame/service-words.ts';
import { joinService, nextPolled } from '../../../src-renderer/world/service.ts';
import {
  ASKING,
  AWAY,
  answered,
  READY,
  SERVING,
  servingInBrowser,
  silentInBrowser,
  WANTED,
} from '../world/known-service.ts';

describe('the state in words', () => {
  it.each([
    ['Asking', joinService(ASKING, undefined, undefined)],
    ['Serving', servingInBrowser],
    ['Serving', joinService(SERVING, READY, undefined)],
    ['Registry away', joinService(nextPolled(ASKING, answered(AWAY), 1), undefined, undefined)],
    ['Not answering', silentInBrowser],
    ['Stopped', joinService(SERVING, { ...WANTED, state: 'stopped', by: 'setting' }, undefined)],
    ['Stopping', joinService(SERVING, { ...WANTED, state: 'stopping' }, undefined)],
  ])('is %s', (word, service) => {
    expect(serviceWords(service).word).toBe(word);
    expect(serviceWords(service).tone === 'good').toBe(word === 'Serving');
  });

  it('says that another process serves', () => {
    const attached = { ...READY, attachedTo: { app: 'cli', pid: 7, reason: 'It did.' } } as const;
    expect(serviceWords(joinService(SERVING, attached, undefined)).detail).toBe('by another process');
  });
});
