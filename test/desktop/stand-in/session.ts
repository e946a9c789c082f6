/** `protocol`, `session`, and what a page of a custom scheme gets. */
import { EventEmitter } from 'node:events';
import type { StandInContext } from './context.ts';

type ProtocolHandler = (request: Request) => Promise<unknown> | unknown;
interface Privileges {
  readonly standard?: boolean;
  readonly secure?: boolean;
  readonly supportFetchAPI?: boolean;
}

/** How a page's request crosses to the main process, and the answer back. */
export interface WireRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  /** Pieces, base64; absent where the request has none. */
  readonly body?: readonly string[];
}
export interface WireResponse {
  readonly status: number;
  readonly headers: ReadonlyArray<[string, string]>;
  /** base64 */
  readonly body: string;
}

export function createSession(context: StandInContext) {
  const { violation, host } = context;
  const schemes = new Map<string, Privileges>();
  const handlers = new Map<string, ProtocolHandler>();
  const permissions = { request: false, check: false };

  const protocol = {
    registerSchemesAsPrivileged(list: ReadonlyArray<{ scheme: string; privileges?: Privileges }>) {
      if (context.isReady())
        throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
      if (schemes.size > 0)
        throw violation('registerSchemesAsPrivileged twice: the second call replaces the first');
      for (const { scheme, privileges = {} } of list) {
        if (!privileges.standard || !privileges.secure || !privileges.supportFetchAPI)
          throw violation(`scheme ${scheme}: a page needs standard, secure and supportFetchAPI`);
        schemes.set(scheme, privileges);
      }
    },
    handle(scheme: string, handler: ProtocolHandler) {
      if (!context.isReady()) throw new Error('protocol.handle before app is ready');
      if (!schemes.has(scheme)) throw violation(`scheme ${scheme} was not registered as privileged`);
      if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
      handlers.set(scheme, handler);
    },
  };

  const defaultSession = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler(handler: (c: null, p: string, answer: (ok: boolean) => void) => void) {
      handler(null, 'notifications', (ok) => {
        permissions.request = ok;
      });
    },
    setPermissionCheckHandler(handler: (c: null, p: string) => boolean) {
      permissions.check = handler(null, 'notifications');
    },
    setDevicePermissionHandler(_handler: () => boolean) {},
  });
  const session = Object.defineProperty({}, 'defaultSession', {
    get() {
      if (!context.isReady()) throw new Error('Session can only be received when app is ready');
      return defaultSession;
    },
  });

  host.handle(
    'protocol',
    async ({ url, method, headers, body: pieces }: WireRequest): Promise<WireResponse> => {
      const handler = handlers.get(new URL(url).protocol.slice(0, -1));
      if (handler === undefined) throw violation(`no handler for ${url}`);
      const given = pieces?.map((piece) => Buffer.from(piece, 'base64'));
      const response = await handler(
        // As Electron gives it: a body is a stream, whoever sent it.
        new Request(url, {
          ...{ method, headers },
          ...(given !== undefined && { body: new Blob(given).stream(), duplex: 'half' }),
        } as RequestInit),
      );
      if (!(response instanceof Response)) throw violation('the protocol handler did not return a Response');
      const body = Buffer.from(await response.arrayBuffer()).toString('base64');
      return { status: response.status, headers: [...response.headers], body };
    },
  );
  return { protocol, session, defaultSession, schemes, permissions };
}
