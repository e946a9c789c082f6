/**
 * `npm run bench:agent [-- --misses | --answers]`: 40 tasks as a coding agent would ask them over MCP, without a model: 15
 * before code is written, 10 messages as they really look, 5 "which library", 5 uncovered, 5 sloppy names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { startService } from './service.mjs';

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

/** The call of a task: a covered library is asked for by name, anything else is looked for. */
function callOf({ path, query }) {
  return path === undefined
    ? { name: 'find_skills', arguments: { query } }
    : { name: 'get_skill', arguments: { path, query } };
}

/** The key that stands first in an answer. */
function firstKey(text, keys) {
  const places = keys.map((key) => [text.indexOf(key), key]).filter(([place]) => place >= 0);
  return places.sort(([a, one], [b, other]) => a - b || other.length - one.length)[0]?.[1];
}

/**
 * Each aspect as true or false; undefined where the task doesn't have it.
 *
 * - `isHit`: the right skill comes first
 * - `isPrevented`: the answer has the entry that prevents the mistake, or its title
 * - `isFalselyStrong`: an uncovered question is answered as a strong match
 * - `isDenied`: a covered one is said to be uncovered
 */
function judgeTask({ skill, title }, text, keys) {
  if (skill === undefined) return { isFalselyStrong: /^Strong match/.test(text) };
  const isHit = firstKey(text, keys) === skill;
  return {
    isHit,
    isDenied: /No skill (?:covers|fits)|not found|is withheld/.test(text),
    ...(title !== undefined && { isPrevented: isHit && text.includes(title) }),
  };
}

async function runTasks(name, registry) {
  const server = await startService([registry]);
  try {
    const { skills } = await (await fetch(`${server.url}/v1/skills`)).json();
    const keys = skills.map(({ key }) => key);
    const rows = [];
    for (const task of tasks.filter((one) => one.registry === name)) {
      const { content } = await request(server.url, 'tools/call', callOf(task));
      const text = content.map((part) => part.text).join('\n');
      rows.push({ task, text, tokens: encode(text).length, ...judgeTask(task, text, keys) });
    }
    return { rows, session: await sessionTokens(server.url) };
  } finally {
    await server.close();
  }
}

/** Tokens that each session costs before its first call: instructions and the list of tools. */
async function sessionTokens(base) {
  const client = { name: 'bench', version: '1' };
  const init = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client };
  const { instructions } = await request(base, 'initialize', init);
  const { tools } = await request(base, 'tools/list', {});
  return encode(`${instructions}${JSON.stringify(tools)}`).length;
}

const held = (rows, aspect) => {
  const judged = rows.filter((row) => row[aspect] !== undefined);
  return `${judged.filter((row) => row[aspect]).length} of ${judged.length}`;
};
const share = (numbers, part) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];

function print(rows) {
  console.log(
    '| tasks | right skill | prevented | falsely strong | falsely denied | tokens, median | 95 % |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const kind of [...new Set(rows.map(({ task }) => task.kind)), undefined]) {
    const some = rows.filter(({ task }) => kind === undefined || task.kind === kind);
    const tokens = some.map((row) => row.tokens);
    const aspects = ['isHit', 'isPrevented', 'isFalselyStrong', 'isDenied'].map((aspect) =>
      held(some, aspect),
    );
    const cells = [`${kind ?? 'all'}, ${some.length}`, ...aspects, share(tokens, 0.5), share(tokens, 0.95)];
    console.log(`| ${cells.join(' | ')} |`);
  }
  for (const { task, text, tokens, isHit, isPrevented, isFalselyStrong, isDenied } of rows) {
    const isMissed = isHit === false || isPrevented === false || isFalselyStrong || isDenied;
    const asked = `${task.path ?? ''} ${task.query.split('\n')[0]}`.trim();
    if (showMisses && isMissed)
      console.log(`${task.id} (${tokens} tokens): ${asked}\n  ${text.slice(0, 300)}`);
    if (showAnswers) console.log(`\n--- ${task.id} (${tokens} tokens): ${asked}\n${text}`);
  }
}

const all = [];
for (const [name, registry] of Object.entries(REGISTRIES)) {
  if (existsSync(registry)) {
    const { rows, session } = await runTasks(name, registry);
    all.push(...rows);
    console.log(`${name}: ${session} tokens of instructions and tools per session`);
  } else console.log(`Skipped: the ${name} registry is not beside this project.`);
}
print(all);
