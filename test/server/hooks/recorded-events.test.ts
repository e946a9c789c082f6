/** Events of real clients, recorded by `test/clients/scripted-model.mjs`: a read, a write and an edit of one session. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import { HOOK_ROWS } from '../../../src-server/contract/clients/hook-rows.ts';
import { readToolEvent } from '../../../src-server/hooks/client-events.ts';
import { ask, startTestServer } from '../../support/test-server.ts';

const RECORDED = JSON.parse(readFileSync('test/fixtures/hooks/recorded-events.json', 'utf8')) as Readonly<
  Record<string, readonly object[]>
>;
const TEXT =
  /^Unreviewed notes on python\/sqlalchemy\/sqlalchemy warn of:\n(?:- .+\n){1,3}How to avoid it: .+$/;
const DANGER = 'engine.connect() without a commit';

/** Where each client looks for the text. */
const FORMS: Readonly<Record<string, (text: string) => object>> = {
  'copilot-cli': (additionalContext) => ({ additionalContext }),
  'gemini-cli': (additionalContext) => ({
    hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext },
  }),
};
const usual = (additionalContext: string) => ({
  hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext },
});

it('there is a recording of every client that is connected', () => {
  expect(Object.keys(RECORDED).sort()).toEqual(Object.keys(HOOK_ROWS).sort());
});

it.each(Object.entries(RECORDED))(
  '%s is told once, in its own form, and named in the activity',
  async (id, events) => {
    const { url, get } = await startTestServer(sampleRegistry());
    const answers: unknown[] = [];
    for (const event of events) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await ask(`${url}/v1/hook`, { method: 'POST', headers, body: JSON.stringify(event) });
      answers.push(answer.json());
    }
    const [first, ...others] = answers;
    const form = FORMS[id] ?? usual;
    expect(first).toEqual(form(expect.stringMatching(TEXT) as string));
    expect(JSON.stringify(first)).toContain(DANGER);
    expect(others).toEqual(others.map(() => ({})));
    expect((await get('/v1/activity')).text).toContain('python/sqlalchemy/sqlalchemy');
  },
);

it.each(Object.entries(RECORDED))('%s is known by its events', (id, events) => {
  expect(events.map((event) => readToolEvent(event)?.client)).toEqual(events.map(() => id));
});

it('an edit of a client that sends the text before has its imports', () => {
  const original = (id: string) => readToolEvent(RECORDED[id]?.at(-1))?.files[0]?.known ?? '';
  for (const id of ['claude-code', 'gemini-cli', 'qwen-code'])
    expect(original(id), id).toContain('from sqlalchemy import');
});

const CONTENT = 'from sqlalchemy import text\nwith engine.connect() as conn:\n    conn.execute(text(x))\n';

/** Forms that documents describe, and no recording shows. */
it.each<[string, object, (text: string) => object]>([
  [
    'Cursor',
    {
      conversation_id: 'c1',
      hook_event_name: 'postToolUse',
      tool_name: 'Write',
      tool_input: { file_path: '/w/a.py', contents: CONTENT },
      tool_output: '{}',
    },
    (additional_context) => ({ additional_context }),
  ],
  [
    'VS Code',
    {
      sessionId: 'v1',
      hookEventName: 'PostToolUse',
      tool_name: 'create_file',
      tool_input: { filePath: '/w/a.py', content: CONTENT },
      tool_response: 'ok',
    },
    usual,
  ],
  [
    'Copilot CLI with a patch',
    {
      sessionId: 'p1',
      toolName: 'apply_patch',
      toolArgs: `*** Begin Patch\n*** Add File: a.py\n${CONTENT.trimEnd().replace(/^/gm, '+')}\n*** End Patch`,
      toolResult: { resultType: 'success', textResultForLlm: 'Done' },
    },
    (additionalContext) => ({ additionalContext }),
  ],
  [
    'Copilot CLI with arguments as text',
    {
      sessionId: 'p2',
      toolName: 'view',
      toolArgs: JSON.stringify({ path: 'a.py' }),
      toolResult: { resultType: 'success', textResultForLlm: CONTENT.replace(/^/gm, '1. ') },
    },
    (additionalContext) => ({ additionalContext }),
  ],
])('%s is told in its documented form', async (_client, event, form) => {
  const { url } = await startTestServer(sampleRegistry());
  const headers = { 'Content-Type': 'application/json' };
  const answer = await ask(`${url}/v1/hook`, { method: 'POST', headers, body: JSON.stringify(event) });
  expect(answer.json()).toEqual(form(expect.stringMatching(TEXT) as string));
});
