import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHANNEL_PREFIX,
  type IpcReply,
  REQUEST_NAMES,
  REQUESTS,
  Refusal,
  type RequestName,
} from '../../src-main/contract/requests.ts';
import { type Handlers, isTrustedSender, serveRequests } from '../../src-main/serve-requests.ts';
import { silentLogger } from '../../src-server/contract/service.ts';

type Listener = (event: unknown, payload: unknown) => Promise<IpcReply<unknown>>;

/** The main process's end, with handlers that answer with their own name. */
function serve(overrides: Partial<Record<RequestName, (payload: never) => unknown>> = {}, trusted = true) {
  const channels = new Map<string, Listener>();
  const handlers = Object.fromEntries(REQUEST_NAMES.map((name) => [name, overrides[name] ?? (() => name)]));
  serveRequests({
    ipcMain: { handle: (channel, listener) => void channels.set(channel, listener as Listener) },
    handlers: handlers as unknown as Handlers,
    isTrusted: () => trusted,
    logger: silentLogger,
  });
  const call = (name: string, payload: unknown = null) =>
    channels.get(`${CHANNEL_PREFIX}${name}`)?.({ senderFrame: null }, payload);
  return { channels, call };
}

describe('the contract', () => {
  it('gives every request a channel', () => {
    const { channels } = serve();
    expect([...channels.keys()]).toEqual(REQUEST_NAMES.map((name) => `${CHANNEL_PREFIX}${name}`));
  });

  it('lets no payload through that no request names', () => {
    fc.assert(
      fc.property(fc.constantFrom(...REQUEST_NAMES), fc.anything(), (name, payload) => {
        fc.pre(payload !== null && !isEmptyChange(name, payload));
        expect(REQUESTS[name].check(payload, '')).toBeDefined();
      }),
    );
  });
});

/** Whether a payload changes no setting, which is a right request. */
function isEmptyChange(name: RequestName, payload: unknown): boolean {
  return name === 'changeSettings' && JSON.stringify(payload) === '{}';
}

describe('a payload', () => {
  it.each([
    ['getSettings', null],
    ['setRegistry', { path: '/registry' }],
    ['changeSettings', { port: 1, theme: 'dark' }],
    ['changeSettings', { allowedOrigins: ['https://tool.example', 'http://127.0.0.1:3000'] }],
    ['serveOnPort', { port: 65_535 }],
    ['openFile', { path: 'skills/a/b/c/skill.json', line: 3 }],
    ['previewRegistry', { address: 'owner/name', ref: 'main', folder: 'skills', name: 'team' }],
    ['checkRegistries', { names: null }],
    ['changeRegistry', { do: 'take', name: 'team', commit: '0'.repeat(40) }],
    ['changeRegistry', { do: 'mode', name: 'team', mode: 'follow' }],
    ['changeRegistry', { do: 'order', names: ['b', 'a'] }],
  ] as const)('of %s that fits is let through', (name, payload) => {
    expect(REQUESTS[name].check(payload, '')).toBeUndefined();
  });

  it.each([
    ['getSettings', {}],
    ['setRegistry', undefined],
    ['setRegistry', null],
    ['setRegistry', { path: '' }],
    ['setRegistry', { path: '/x', more: 1 }],
    ['changeSettings', { port: undefined }],
    ['changeSettings', JSON.parse('{"__proto__":{}}')],
    ['changeSettings', []],
    ['changeSettings', { port: 0 }],
    ['changeSettings', { port: 1.5 }],
    ['changeSettings', { registry: '/etc' }],
    ['changeSettings', { recentRegistries: [] }],
    ['changeSettings', { host: 'a b' }],
    ['changeSettings', { allowedOrigins: ['*'] }],
    ['changeSettings', { allowedOrigins: ['https://a.example/path'] }],
    ['serveOnPort', { port: 0 }],
    ['openFile', { path: 'skill.json', line: 0 }],
    ['copyText', { text: 7 }],
    ['previewRegistry', { address: '' }],
    ['previewRegistry', { address: 'owner/name', name: '../x' }],
    ['previewRegistry', { address: 'owner/name', follow: true }],
    ['changeRegistry', { do: 'take', name: 'team' }],
    ['changeRegistry', { do: 'take', name: 'team', commit: 'main' }],
    ['changeRegistry', { do: 'remove', name: 'team', commit: '0'.repeat(40) }],
    ['changeRegistry', { do: 'remove', name: '../../etc' }],
    ['changeRegistry', { do: 'list' }],
  ] as const)('of %s that does not fit is refused: %j', (name, payload) => {
    expect(REQUESTS[name].check(payload, '')).toBeDefined();
  });
});

describe('an answer', () => {
  it('is the handler’s', async () => {
    const { call } = serve({ setRegistry: async ({ path }: { path: string }) => path });
    expect(await call('setRegistry', { path: '/a' })).toEqual({ ok: true, value: '/a' });
  });

  it('is a coded refusal where the payload does not fit; the handler is not asked', async () => {
    const { call } = serve({
      setRegistry: () => {
        throw new Error('asked');
      },
    });
    expect(await call('setRegistry', {})).toMatchObject({ ok: false, code: 'bad-payload' });
  });

  it('is a coded refusal for a foreign page, whatever it sends', async () => {
    const { call } = serve({}, false);
    expect(await call('getSettings')).toMatchObject({ ok: false, code: 'untrusted-sender' });
  });

  it('tells a refusal from a failure', async () => {
    const { call } = serve({
      stopServer: () => {
        throw new Refusal('Not now.');
      },
      startServer: () => Promise.reject(new Error('boom')),
    });
    expect(await call('stopServer')).toEqual({ ok: false, code: 'refused', message: 'Not now.' });
    expect(await call('startServer')).toEqual({ ok: false, code: 'failed', message: 'boom' });
  });
});

describe('a sender', () => {
  const page = {} as never;
  const frame = (origin: string, parent: unknown = null) =>
    ({ sender: page, senderFrame: { origin, parent } }) as never;

  it('is trusted only as the main frame of our window on our origin', () => {
    expect(isTrustedSender(frame('app://skills'), page)).toBe(true);
    expect(isTrustedSender(frame('app://skills', {}), page)).toBe(false);
    expect(isTrustedSender(frame('https://example.com'), page)).toBe(false);
    expect(isTrustedSender(frame('app://skills.evil'), page)).toBe(false);
    expect(isTrustedSender(frame('app://skills'), {} as never)).toBe(false);
    expect(isTrustedSender(frame('app://skills'), undefined)).toBe(false);
    expect(isTrustedSender({ sender: page, senderFrame: null }, page)).toBe(false);
  });
});
