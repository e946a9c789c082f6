const JSON_TYPE = 'application/json';
const EVENTS = 'text/event-stream';

/**
 * The SDK wants both types named, as clients of MCP do. Others send `*\/*` (curl), one of both, or nothing.
 * Answers JSON to a client that takes no events.
 */
export async function answerAcceptedType(
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method !== 'POST') return answer(request);
  const headers = new Headers(request.headers);
  headers.set('accept', `${JSON_TYPE}, ${EVENTS}`);
  const response = await answer(new Request(request, { headers }));
  const isEvents = response.headers.get('content-type')?.startsWith(EVENTS);
  return isEvents && !acceptsEvents(request.headers.get('accept')) ? asJson(response) : response;
}

/** Media ranges of RFC 9110, 12.5.1. Without the header, everything. */
function acceptsEvents(header: string | null): boolean {
  return (header ?? '*/*').split(',').some((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    return !isRefused && [EVENTS, 'text/*', '*/*'].includes(range);
  });
}

/** The last event is the answer; those before it are progress. */
async function asJson(response: Response): Promise<Response> {
  const events = (await response.text()).split(/\r?\n\r?\n/).flatMap((event) => {
    const lines = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
    return lines.length === 0 ? [] : [lines.join('\n')];
  });
  const headers = new Headers(response.headers);
  headers.set('content-type', JSON_TYPE);
  return new Response(events.at(-1) ?? '', { status: response.status, headers });
}
