/**
 * Stands in for a model: speaks Anthropic Messages, OpenAI Responses and Chat Completions, and Gemini on 127.0.0.1, asks
 * for a read, a write and an edit of a file, and keeps every request. A client that runs against it needs no account.
 */
import { createServer } from 'node:http';

/** By step, what the tools of clients are called. */
const TOOLS = [/^(?:read|read_file|view)$/i, /^(?:write|write_file|create)$/i, /^(?:edit|replace)$/i];

/** What a tool is asked for, by the names of its arguments. */
const ARGUMENTS = [
  [/^(?:old_?str(?:ing)?|oldString)$/, 'edited = 1'],
  [/^(?:new_?str(?:ing)?|newString)$/, 'edited = 2'],
  [/^(?:content|file_text)$/, (text) => text],
  [/path/i, (_text, file) => file],
  [/^(?:instruction|description|explanation)$/, 'Change a number'],
];

const PATCHES = [
  (file, text) => `*** Add File: ${file}.new.py\n${text.trimEnd().replace(/^/gm, '+')}`,
  (file) => `*** Update File: ${file}\n@@\n-edited = 1\n+edited = 2`,
];

/** The call of a step. Codex has one tool for all of them: a patch. */
function callOf(step, tools, file, text) {
  const patch = tools.find(({ name }) => name === 'apply_patch');
  if (patch !== undefined && !tools.some(({ name }) => TOOLS[1].test(name))) {
    const change = PATCHES[step]?.(file, text);
    const input = `*** Begin Patch\n${change}\n*** End Patch\n`;
    return change && { name: patch.name, input, isFree: patch.isFree, args: { input, patch: input } };
  }
  const tool = tools.find(({ name }) => TOOLS[step]?.test(name));
  if (tool === undefined) return undefined;
  const args = {};
  for (const name of Object.keys(tool.parameters?.properties ?? {})) {
    const [, value] = ARGUMENTS.find(([form]) => form.test(name)) ?? [];
    if (value !== undefined) args[name] = typeof value === 'string' ? value : value(text, file);
  }
  return { name: tool.name, args };
}

const events = (list) =>
  list.map((data) => `${data.type ? `event: ${data.type}\n` : ''}data: ${JSON.stringify(data)}\n\n`).join('');
const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

/** How each API lists its tools, shows the results so far, and answers with a call or a text. */
const APIS = {
  '/messages': {
    tools: ({ tools = [] }) => tools.map(({ name, input_schema: parameters }) => ({ name, parameters })),
    results: ({ messages }) =>
      messages
        .flatMap(({ content }) => (Array.isArray(content) ? content : []))
        .filter(({ type }) => type === 'tool_result').length,
    answer(call, id) {
      const block = call ? { type: 'tool_use', id, name: call.name, input: {} } : { type: 'text', text: '' };
      const delta = call
        ? { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }
        : { type: 'text_delta', text: 'Done.' };
      const message = {
        id,
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        usage,
      };
      return events([
        { type: 'message_start', message },
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null },
          usage,
        },
        { type: 'message_stop' },
      ]);
    },
  },
  '/responses': {
    tools: ({ tools = [] }) =>
      tools.map(({ name, type, parameters }) => ({ name, parameters, isFree: type === 'custom' })),
    results: ({ input }) => input.filter(({ type }) => /call_output$/.test(type)).length,
    answer(call, id) {
      const said = {
        type: 'message',
        id,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
      };
      const asked = call?.isFree
        ? { type: 'custom_tool_call', id, call_id: id, name: call.name, input: call.input }
        : call && {
            type: 'function_call',
            id,
            call_id: id,
            name: call.name,
            arguments: JSON.stringify(call.args),
          };
      const item = asked ?? said;
      return events([
        { type: 'response.created', response: { id } },
        { type: 'response.output_item.added', output_index: 0, item },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { id, status: 'completed', output: [item], usage } },
      ]);
    },
  },
  '/chat/completions': {
    tools: ({ tools = [] }) => tools.map(({ function: tool }) => tool ?? {}),
    results: ({ messages }) => messages.filter(({ role }) => role === 'tool').length,
    answer(call, id) {
      const asked = call && [
        {
          index: 0,
          id,
          type: 'function',
          function: { name: call.name, arguments: JSON.stringify(call.args) },
        },
      ];
      const delta = { role: 'assistant', ...(asked ? { tool_calls: asked } : { content: 'Done.' }) };
      const chunk = (choice, more = {}) => ({
        id,
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted',
        choices: [{ index: 0, ...choice }],
        ...more,
      });
      const end = chunk(
        { delta: {}, finish_reason: call ? 'tool_calls' : 'stop' },
        { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
      );
      return `${events([chunk({ delta, finish_reason: null }), end])}data: [DONE]\n\n`;
    },
  },
  GenerateContent: {
    tools: ({ tools = [] }) =>
      tools
        .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
        .map((tool) => ({ name: tool.name, parameters: tool.parametersJsonSchema ?? tool.parameters })),
    results: ({ contents }) =>
      contents.flatMap(({ parts = [] }) => parts).filter((part) => part.functionResponse).length,
    answer(call) {
      const part = call ? { functionCall: { name: call.name, args: call.args } } : { text: 'Done.' };
      const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
      return events([
        {
          candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
          usageMetadata,
        },
      ]);
    },
  },
};

/**
 * Starts the stand-in. `file` is what it asks for, `text` what it writes; `requests` are the bodies that arrived, each
 * with the path that it was sent to.
 */
export async function scriptedModel(file, text) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = Buffer.concat(chunks).toString('utf8');
    const { pathname } = new URL(request.url, 'http://localhost');
    const api = Object.entries(APIS).find(([end]) => pathname.endsWith(end))?.[1];
    requests.push({ path: pathname, body: sent });
    if (api === undefined || request.method !== 'POST') {
      response.writeHead(request.method === 'POST' ? 404 : 200, { 'Content-Type': 'application/json' });
      response.end('{"data":[],"models":[],"totalTokens":1,"input_tokens":1}');
      return;
    }
    const body = JSON.parse(sent);
    const step = api.results(body);
    const call = callOf(step, api.tools(body), file, text);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(api.answer(call, `call_${requests.length}`));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, requests, close: () => server.close() };
}
