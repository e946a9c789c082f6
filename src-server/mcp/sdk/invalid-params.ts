import type { JSONRPCMessage, McpServer } from '@modelcontextprotocol/server';
import { INTERNAL_ERROR, INVALID_PARAMS } from '../dispatcher.ts';

/** The SDK answers a missing or wrong field with an internal error, and the issues of its validator as JSON. */
export function sayInvalidParams({ server }: McpServer): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(withSentence(message), options);
    return connect(transport);
  };
}

function withSentence(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || ![INTERNAL_ERROR, INVALID_PARAMS].includes(message.error.code)) return message;
  const words = issuesIn(message.error.message);
  if (words === undefined) return message;
  return { ...message, error: { code: INVALID_PARAMS, message: `Invalid params: ${words}.` } };
}

/** `Invalid tools/call request: [{"path":["params","name"],"message":"…"}]` → `params.name: …` */
function issuesIn(text: string): string | undefined {
  const list = /^(?:Invalid \S+ request: )?(\[.*\])$/s.exec(text)?.[1];
  if (list === undefined) return undefined;
  try {
    const issues = JSON.parse(list) as readonly { path: readonly string[]; message: string }[];
    return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  } catch {
    return undefined;
  }
}
