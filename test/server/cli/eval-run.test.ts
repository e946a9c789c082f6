import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientOfCommand, fisherP } from '../../../src-server/cli/eval-agents.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { type Files, temporaryRegistry } from '../../support/temporary-registry.ts';
import { isolateUserFolders } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

const KEY = 'js/luthier/zither';
const TASK = `skills/${KEY}/evals/tune`;

const FILES: Files = {
  [`skills/${KEY}/pitfalls.md`]:
    '# Pitfalls\n\n## Tuning a zither twice\n\nIts strings snap.\n\nBad:\n\n```js\nzither.tuneStrings(pegs);\nzither.tuneStrings(pegs);\n```\n',
  [`${TASK}/task.toml`]: `[metadata]\nskill = "${KEY}"\nkind = "prevents"\nneeds = ["Tuning a zither twice"]\n[agent]\ntimeout_sec = 20\n`,
  [`${TASK}/instruction.md`]: 'Tune my zither.',
  [`${TASK}/environment/lock.txt`]: 'zither 1.2.3',
  [`${TASK}/tests/test.sh`]: `works=false; safe=false
grep -qs string tune.txt && works=true && ! grep -q snap tune.txt && safe=true
printf '{"checks":[{"name":"works","passed":%s,"evidence":"e1"},{"name":"strings hold","passed":%s,"evidence":"e2"}]}\\n' $works $safe`,
  [`${TASK}/solution/tune.txt`]: 'string',
  [`${TASK}/wrong/tune.txt`]: 'string snap',
};

/** Asks our tool over HTTP, as the settings in its folder say. */
const ASK = `node -e '
const { url } = Object.values(JSON.parse(require("fs").readFileSync(".mcp.json")).mcpServers)[0];
const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_skill", arguments: { path: "zither" } } };
fetch(url, { method: "POST", headers, body: JSON.stringify(call) }).then((answer) => answer.text()).then((text) => {
  if (!text.includes("snap")) process.exit(1);
});'`;

async function runAgent(script: string, args: readonly string[] = [], changes: Files = {}) {
  const home = isolateUserFolders();
  const root = temporaryRegistry([KEY], { ...FILES, ...changes, 'agent.sh': script });
  const words = [
    'eval',
    'run',
    '-r',
    root,
    '--client',
    'claude-code',
    '--agent',
    `sh ${root}/agent.sh`,
    '--runs',
    '2',
    ...args,
  ];
  const env = { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, TOKEN: 'for the agent' };
  const done = await runCliHere(words, root, { env });
  return {
    ...done,
    lines: done.out.split('\n'),
    benchmark: () => JSON.parse(readFileSync(join(root, 'benchmark.json'), 'utf8')),
  };
}

describe('skills-registry eval run', unless(onWindows), () => {
  it('tells an agent that asks and is right from the same one without the registry', async () => {
    const { lines, benchmark, code } =
      await runAgent(`cat > said.txt; grep -q "Tune my zither" said.txt || exit 1
if [ -f .mcp.json ]; then ${ASK} && echo string > tune.txt; else echo "string snap" > tune.txt; fi
echo '{"type":"result","usage":{"input_tokens":100,"output_tokens":20}}'`);
    expect(code).toBe(0);
    expect(lines).toHaveLength(12);
    expect(lines[0]).toMatch(/: 1 task, each 2 times with the registry \(mcp\) and without, in turn\.$/);
    expect(lines.slice(1, 6)).toEqual([
      'Right: with 2 of 2, without 0 of 2.',
      'One-sided Fisher p: 0.1667. Chance alone may have done this.',
      'Works in the usual case: with 2 of 2, without 2 of 2.',
      'Without a danger, of those that work: with 2 of 2, without 0 of 2.',
      'Controls right: there are none.',
    ]);
    expect(lines[7]).toBe('Tokens, median: with 120, without 120.');
    expect(lines[8]).toBe('The registry was asked in 2 of 2 runs with it, and told unasked in 0.');
    expect(lines[10]).toBe(`More often right with it: ${KEY} tune. Less often: none.`);
    const written = benchmark();
    expect(written.metadata).toMatchObject({ skill_name: KEY, evals_run: [1], runs_per_configuration: 2 });
    expect(written.run_summary.with_skill.pass_rate).toEqual({ mean: 1, stddev: 0, min: 1, max: 1 });
    expect(written.run_summary.delta.pass_rate).toBe('+0.50');
    expect(written.runs.map((run: { configuration: string }) => run.configuration)).toEqual([
      'without_skill',
      'with_skill',
      'with_skill',
      'without_skill',
    ]);
    expect(written.runs[0].expectations).toEqual([
      { text: 'works', passed: true, evidence: 'e1' },
      { text: 'strings hold', passed: false, evidence: 'e2' },
    ]);
  });

  it('says of an agent that is wrong with and without that nothing differs', async () => {
    const { lines } = await runAgent('echo "string snap" > tune.txt');
    expect(lines[1]).toBe('Right: with 0 of 2, without 0 of 2.');
    expect(lines[2]).toBe('One-sided Fisher p: 1.0000. Chance alone may have done this.');
    expect(lines[7]).toBe('Tokens, median: with not told by the agent, without not told by the agent.');
    expect(lines[8]).toContain('asked in 0 of 2 runs');
    expect(lines[11]).toBe(`No difference: ${KEY} tune.`);
  });

  it('ends an agent that hangs, and counts its run', async () => {
    const toml = String(FILES[`${TASK}/task.toml`]).replace('= 20', '= 0.3');
    const { lines, err } = await runAgent('sleep 7654.5 & sleep 7654.5', [], { [`${TASK}/task.toml`]: toml });
    expect(err).toContain('the agent took more than');
    expect(lines[9]).toBe('Ended, failed or not judged: with 2 of 2, without 2 of 2.');
  });

  it('counts an agent that writes nothing as wrong', async () => {
    const { lines } = await runAgent('cat > /dev/null');
    expect(lines[1]).toBe('Right: with 0 of 2, without 0 of 2.');
    expect(lines[3]).toBe('Works in the usual case: with 0 of 2, without 0 of 2.');
  });

  it('judges by tests that the agent never saw, whatever it writes in their place', async () => {
    const { lines } = await runAgent(`echo "string snap" > tune.txt
for folder in tests ../tests; do
  mkdir -p $folder
  echo "echo '{\\"checks\\":[{\\"name\\":\\"works\\",\\"passed\\":true},{\\"name\\":\\"strings hold\\",\\"passed\\":true}]}'" > $folder/test.sh
done
ls -R .. | grep -q solution && exit 1
echo '{"checks":[{"name":"works","passed":true}]}'`);
    expect(lines[1]).toBe('Right: with 0 of 2, without 0 of 2.');
    expect(lines[3]).toBe('Works in the usual case: with 2 of 2, without 2 of 2.');
  });

  it('gives the agent the user’s environment, and the tests none of it', async () => {
    const { lines } = await runAgent('[ "$TOKEN" = "for the agent" ] && echo string > tune.txt', [], {
      [`${TASK}/tests/test.sh`]: `[ -z "$TOKEN" ] || echo snap >> tune.txt\n${FILES[`${TASK}/tests/test.sh`]}`,
    });
    expect(lines[1]).toBe('Right: with 2 of 2, without 2 of 2.');
  });

  it('writes the pointer beside the settings with --via pointer, and nothing with --via none', async () => {
    const script = '[ -f .mcp.json ] && [ -f AGENTS.md ] && echo string > tune.txt; true';
    expect((await runAgent(script, ['--via', 'pointer'])).lines[1]).toBe(
      'Right: with 2 of 2, without 0 of 2.',
    );
    const none = await runAgent('[ -f .mcp.json ] || echo string > tune.txt', ['--via', 'none']);
    expect(none.lines[1]).toBe('Right: with 2 of 2, without 2 of 2.');
  });

  it('writes the hook into the project with --via hook, and counts what it told', async () => {
    const script = `[ -f .claude/settings.json ] && [ -f .mcp.json ] || exit 0
node -e '
const settings = JSON.stringify(JSON.parse(require("fs").readFileSync(".claude/settings.json")));
const [url] = settings.match(/http:[^"]*hook/);
const body = JSON.stringify({
  hook_event_name: "PostToolUse",
  session_id: String(process.pid),
  tool_name: "Write",
  tool_input: { file_path: "/p/a.js", content: "const zither = require(\\"zither\\"); zither.tuneStrings(pegs); zither.tuneStrings(pegs);" },
});
fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body }).then((answer) => answer.text()).then((text) => {
  if (text.includes("Tuning")) console.log("string");
});' > tune.txt`;
    const { lines } = await runAgent(script, ['--via', 'hook']);
    expect(lines[1]).toBe('Right: with 2 of 2, without 0 of 2.');
    expect(lines[8]).toBe('The registry was asked in 0 of 2 runs with it, and told unasked in 2.');
  });

  it('says which client takes no hook by a project', async () => {
    const { err, code } = await runAgent('true', ['--via', 'hook', '--client', 'codex']);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('Hooks of codex stand in no project’s settings.'),
    ]);
  });

  it('refuses a client that the user’s own settings connect', async () => {
    const home = isolateUserFolders();
    const root = temporaryRegistry([KEY], FILES);
    const env = { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home };
    await runCliHere(['connect', 'claude-code', '--write', '--http'], root, { env });
    const { err, code } = await runCliHere(['eval', 'run', '-r', root, '--agent', 'claude -p'], root, {
      env,
    });
    expect([code, err]).toEqual([1, expect.stringContaining('connect claude-code --remove')]);
  });

  it('ends at once if there is no such command', async () => {
    const root = temporaryRegistry([KEY], FILES);
    const words = ['eval', 'run', '-r', root, '--client', 'codex', '--agent', 'no-such-agent'];
    const { err, code } = await runCliHere(words, root, {
      env: { PATH: process.env['PATH'], HOME: isolateUserFolders() },
    });
    expect([code, err]).toEqual([1, 'The shell finds no such command: no-such-agent']);
  });

  it('asks for the client where the command names none', async () => {
    const root = temporaryRegistry([KEY], FILES);
    const { err, code } = await runCliHere(['eval', 'run', '-r', root, '--agent', './mine'], root);
    expect([code, err]).toEqual([2, expect.stringContaining('--client: claude-code, ')]);
  });
});

it.each([
  ['claude -p --output-format json', 'claude-code'],
  ['/usr/local/bin/codex exec -', 'codex'],
  ['qwen', 'qwen-code'],
  ['python3 agent.py', undefined],
])('the command %j is of %s', (command, client) => {
  expect(clientOfCommand(command)).toBe(client);
});

it.each([
  // Each is the sum of the hypergeometric probabilities of as many or more.
  [3, 3, 0, 3, 0.05],
  [8, 10, 3, 10, 0.03489],
  [5, 10, 5, 10, 0.67186],
  [0, 4, 4, 4, 1],
  [0, 0, 0, 0, 1],
])('%d of %d against %d of %d has the one-sided p %d', (a, b, c, d, p) => {
  expect(fisherP(a, b, c, d)).toBeCloseTo(p, 4);
});
