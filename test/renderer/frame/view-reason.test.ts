import { describe, expect, it } from 'vitest';
import { viewReason } from '../../../src-renderer/frame/view-reason.ts';
import type { Resource } from '../../../src-renderer/stores/resource.ts';
import { refused, SILENCE } from '../stores/asked-api.ts';
import { askingInBrowser, exportedSite, servingInBrowser, silentInBrowser } from '../stores/known-service.ts';

const BROWSER = { isApp: false };
const retry = () => {};
const nothing = { value: undefined, of: undefined, from: 'service', retry } as const;
const LOADING: Resource<string> = { ...nothing, state: 'loading', failure: undefined };
const failedWith = (failure: typeof SILENCE): Resource<string> => ({ ...nothing, state: 'failed', failure });

describe('a view that has nothing to show', () => {
  it('has no reason to give while it loads from a service that serves', () => {
    expect(viewReason(servingInBrowser, [LOADING], BROWSER)).toBeUndefined();
    expect(viewReason(askingInBrowser, [LOADING], BROWSER)).toBeUndefined();
  });

  it('gives the state of the service as the reason', () => {
    expect(viewReason(silentInBrowser, [LOADING], BROWSER)?.title).toBe('Nothing answers at 127.0.0.1:8701.');
  });

  it('says what the service said, where it serves and refused', () => {
    const reason = (status: number) => viewReason(servingInBrowser, [failedWith(refused(status))], BROWSER);
    expect(reason(500)?.title).toBe('The service could not answer.');
    expect(reason(400)?.title).toBe('The service refused this.');
    expect(viewReason(servingInBrowser, [LOADING, failedWith(SILENCE)], BROWSER)).toMatchObject({
      title: 'The service has not answered this yet.',
      help: ['Ask again'],
    });
  });

  it('of an exported site blames the connection, or says what the site lacks', () => {
    const reason = (failure: typeof SILENCE) => viewReason(exportedSite, [failedWith(failure)], BROWSER);
    expect(viewReason(exportedSite, [LOADING], BROWSER)).toBeUndefined();
    expect(reason(SILENCE)).toMatchObject({ title: 'The site could not be reached.', help: ['Ask again'] });
    expect(reason(refused(404))?.title).toBe('The site does not have this.');
    expect(reason({ kind: 'foreign', message: 'A log-in page.' })?.text).toBe('A log-in page.');
  });

  it('does not blame the service for what the app didn’t tell', () => {
    const settings = { ...failedWith(SILENCE), from: 'app' } as const;
    const app = { isApp: true };
    expect(viewReason(silentInBrowser, [settings], app)?.title).toBe('The app did not answer this window.');
    expect(viewReason(silentInBrowser, [{ ...LOADING, from: 'app' }], app)).toBeUndefined();
  });
});
