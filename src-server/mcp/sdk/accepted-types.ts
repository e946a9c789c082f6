const JSON_TYPE = 'application/json';
const EVENTS = 'text/event-stream';
/** Without the header, everything. */
const TAKES_EVENTS = /^$|(?:text\/event-stream|text\/\*|\*\/\*)(?!\s*;\s*q=0)/i;

/**
 * The SDK wants both types named, as clients of MCP do. Others send `*\/*` (curl), one of both, or nothing.
 * Answers JSON to a client that takes no events.
 */
export async function acceptedType(request: Request, answer: () => Promise<Response>): Promise<Response> {
  if (request.method !== 'POST') return answer();
  const accepted = request.headers.get('accept') ?? '';
  // A copy of the request with other headers would copy its body, too.
  request.headers.set('accept', `${JSON_TYPE}, ${EVENTS}`);
  const response = await answer();
  const isEvents = response.headers.get('content-type')?.startsWith(EVENTS) === true;
  if (!isEvents || TAKES_EVENTS.test(accepted)) return response;
  // The last event is the answer; those before it are progress.
  const events = [...(await response.text()).matchAll(/^data: ?(.*)$/gm)];
  const asJson = new Headers(response.headers);
  asJson.set('content-type', JSON_TYPE);
  return new Response(events.at(-1)?.[1] ?? '', { status: response.status, headers: asJson });
}
