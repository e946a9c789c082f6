/** `protocol`, `session`, and what a page of a custom scheme gets. */
import type { StandInContext } from './context.ts';

type ProtocolHandler = (request: Request) => Promise<unknown> | unknown;

/** How a page's request crosses to the main process, and the answer back. */
export interface WireRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}
export interface WireResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export function createSession(context: StandInContext) {
  const { violation, host } = context;
  const schemes = new Set<string>();
  const handlers = new Map<string, ProtocolHandler>();
  const protocol = {
    registerSchemesAsPrivileged(list: ReadonlyArray<{ scheme: string; privileges?: object }>) {
      if (context.isReady()) throw violation('registerSchemesAsPrivileged after app is ready');
      for (const { scheme } of list) schemes.add(scheme);
    },
    handle(scheme: string, handler: ProtocolHandler) {
      if (!context.isReady()) throw violation('protocol.handle before app is ready');
      if (!schemes.has(scheme)) throw violation(`scheme ${scheme} was not registered as privileged`);
      handlers.set(scheme, handler);
    },
  };
  const defaultSession = {
    setPermissionRequestHandler() {},
    setPermissionCheckHandler() {},
    setDevicePermissionHandler() {},
  };
  const session = Object.defineProperty({}, 'defaultSession', {
    get() {
      if (!context.isReady()) throw violation('Session can only be received when app is ready');
      return defaultSession;
    },
  });

  host.handle('protocol', async ({ url, method, headers, body }: WireRequest): Promise<WireResponse> => {
    const handler = handlers.get(new URL(url).protocol.slice(0, -1));
    if (handler === undefined) throw violation(`no handler for ${url}`);
    // As Electron gives it: a body is a stream, whoever sent it.
    const given = body && { body: new Blob([new Uint8Array(body)]).stream(), duplex: 'half' };
    const response = await handler(new Request(url, { method, headers, ...given } as RequestInit));
    if (!(response instanceof Response)) throw violation('the protocol handler did not return a Response');
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    };
  });
  return { protocol, session };
}
