/**
 * `npm run bench:agent [--misses]`: 60 tasks as an agent would go about them, over MCP, without a model. Each asks once, and
 * once more by the advice of the answer where the text that prevents the mistake isn't in it. What is judged: whether the right
 * skill comes first, whether that text is within the first 1,500 tokens, whether the strength is honest, and what was read.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { advisedCall, firstKey, judgeTask, READ_TOKENS } from './judge-agent-task.mjs';
import { serveRegistry } from './serve-registry.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const REGISTRIES = {
  sample: join(root, 'assets/sample-registry'),
  real: join(root, '../shared/real-registry'),
};
const { tasks } = JSON.parse(readFileSync(join(root, 'test/bench/agent-tasks.json'), 'utf8'));
const showMisses = process.argv.includes('--misses');
const showAnswers = process.argv.includes('--answers');

/** The result of a JSON-RPC request to a service's MCP address. */
async function request(base, method, params) {
  const response = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const body = await response.text();
  const message = JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body);
  if (message.result === undefined) throw new Error(`${method}: ${body}`);
  return message.result;
}

async function callTool(base, { name, arguments: given }) {
  const { content, isError = false } = await request(base, 'tools/call', { name, arguments: given });
  return { text: content.map(({ text }) => text).join('\n'), isError };
}

/** The first call of a task. What a tool has no name for, such as the task of a `get_skill`, isn't sent. */
function firstCall({ tool, ask, task }, tools) {
  const { properties } = tools.find(({ name }) => name === tool).inputSchema;
  if (tool === 'find_skills') return { name: tool, arguments: { query: ask } };
  const query = 'query' in properties && task !== undefined ? { query: task } : { max_tokens: READ_TOKENS };
  return { name: tool, arguments: { path: ask, ...query } };
}

async function strengthOf(base, { tool, ask }) {
  if (tool !== 'find_skills') return undefined;
  const response = await fetch(`${base}/v1/find?explain=1&q=${encodeURIComponent(ask)}`);
  return response.ok ? (await response.json()).question.strength : 'refused';
}

async function runTask(base, task, { tools, keys }) {
  const first = await callTool(base, firstCall(task, tools));
  const answers = [first.text];
  const advised = first.isError ? undefined : advisedCall(first.text);
  if (task.text !== undefined && !first.text.includes(task.text) && advised !== undefined)
    answers.push((await callTool(base, advised)).text);
  const read = answers.join('\n\n');
  const tokens = encode(read);
  const judged = judgeTask(task, {
    first: firstKey(first.text, keys),
    strength: await strengthOf(base, task),
    isError: first.isError,
    read: decode(tokens.slice(0, READ_TOKENS)),
  });
  return { task, ...judged, tokens: tokens.length, answer: first.text };
}

async function runTasks(registry, asked) {
  const server = await serveRegistry(registry);
  try {
    const { tools } = await request(server.base, 'tools/list', {});
    const { skills } = await (await fetch(`${server.base}/v1/skills`)).json();
    const rows = [];
    for (const task of asked)
      rows.push(await runTask(server.base, task, { tools, keys: skills.map(({ key }) => key) }));
    return rows;
  } finally {
    await server.close();
  }
}

const held = (rows, aspect) => {
  const judged = rows.filter((row) => row[aspect] !== undefined);
  return `${judged.filter((row) => row[aspect]).length} of ${judged.length}`;
};
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

function print(rows) {
  console.log(
    '| tasks | right skill | text within 1,500 tokens | honest strength | median tokens |\n|---|---|---|---|---|',
  );
  for (const name of [...Object.keys(REGISTRIES), 'all']) {
    const some = rows.filter(({ task }) => name === 'all' || task.registry === name);
    if (some.length === 0) continue;
    const aspects = ['isRight', 'hasText', 'isHonest'].map((aspect) => held(some, aspect));
    console.log(
      `| ${[`${name}, ${some.length}`, ...aspects, median(some.map(({ tokens }) => tokens))].join(' | ')} |`,
    );
  }
  for (const { task, answer, ...row } of rows) {
    const missed = ['isRight', 'hasText', 'isHonest'].filter((aspect) => row[aspect] === false);
    if (showMisses && missed.length > 0)
      console.log(`${task.id} ${missed.join(', ')}: ${task.ask.split('\n')[0]}`);
    if (showAnswers && missed.length > 0) console.log(`${answer.slice(0, 600)}\n---`);
  }
}

const built = spawnSync(process.execPath, ['scripts/build.mjs', 'server'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
const rows = [];
for (const [name, registry] of Object.entries(REGISTRIES)) {
  if (!existsSync(registry)) console.log(`Skipped: the ${name} registry is not beside this project.`);
  else
    rows.push(
      ...(await runTasks(
        registry,
        tasks.filter((task) => task.registry === name),
      )),
    );
}
print(rows);
