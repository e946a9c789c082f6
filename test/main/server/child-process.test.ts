import { describe, expect, it } from 'vitest';
import { describeExit, PROCESS_TIMES, startChildProcess } from '../../../src-main/server/child-process.ts';
import { silentLogger } from '../../../src-server/contract/service.ts';
import { createFakeClock, settle } from '../fake-clock.ts';
import { createFakeForks } from '../fake-server-process.ts';

/** From the request to stop until the end of a process that does nothing. */
const LONGEST_STOP_MS = PROCESS_TIMES.shutdownMs + PROCESS_TIMES.terminateMs + PROCESS_TIMES.lastMs;

function setUp(options: { spawns?: boolean } = {}) {
  const clock = createFakeClock();
  const { fork, last } = createFakeForks(options);
  const ends: string[] = [];
  const messages: unknown[] = [];
  const process = startChildProcess(
    { fork, clock, logger: silentLogger },
    {
      onMessage: (message) => void messages.push(message),
      onOutput() {},
      onEnd: (why) => void ends.push(why),
    },
  );
  return { clock, process, child: last(), ends, messages };
}

describe('a process that the system never launches', () => {
  it('ends after the time for a launch, and says so', async () => {
    const { clock, ends, process } = setUp({ spawns: false });
    await clock.advance(PROCESS_TIMES.launchMs - 1);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect(ends).toEqual(['The system did not start its process.']);
    expect(process.hasEnded).toBe(true);
    expect(clock.waiting()).toBe(0);
  });

  it('ends at once where the system says that the launch failed', () => {
    const { child, ends } = setUp({ spawns: false });
    child.vanish('launch-failed', -1);
    child.vanish('launch-failed', -1);
    expect(ends).toEqual(['The system did not start its process.']);
  });

  it('is stopped all the same', async () => {
    const { clock, ends, process } = setUp({ spawns: false });
    const stopped = process.stop();
    await clock.advance(LONGEST_STOP_MS);
    await stopped;
    expect(ends).toHaveLength(1);
    expect(clock.waiting()).toBe(0);
  });

  it('is killed where it is launched after all', async () => {
    const { clock, child, ends } = setUp({ spawns: false });
    await clock.advance(PROCESS_TIMES.launchMs);
    child.spawn();
    expect(child.ended).toEqual(['terminate']);
    await clock.advance(PROCESS_TIMES.terminateMs);
    expect(child.ended).toEqual(['terminate', 'forceKill']);
    child.say({ type: 'pong' });
    child.exit(0);
    expect(ends).toHaveLength(1);
    expect(clock.waiting()).toBe(0);
  });

  it('is killed where it spawns after it was terminated in vain', async () => {
    const { clock, child, process } = setUp({ spawns: false });
    const stopped = process.stop();
    await clock.advance(PROCESS_TIMES.shutdownMs);
    child.spawn();
    expect(child.ended).toEqual(['terminate']);
    child.exit(0);
    await stopped;
    expect(clock.waiting()).toBe(0);
  });
});

describe('a process that is gone', () => {
  it('ends once, where both events come', async () => {
    const { clock, child, ends } = setUp();
    await settle();
    child.vanish('crashed', 11);
    child.exit(11);
    await clock.advance(LONGEST_STOP_MS);
    expect(ends).toEqual(['It crashed (SIGSEGV).']);
    expect(clock.waiting()).toBe(0);
  });

  it('ends where no exit follows', async () => {
    const { clock, child, ends } = setUp();
    await settle();
    child.vanish('oom', 9);
    await clock.advance(PROCESS_TIMES.lastMs);
    expect(ends).toHaveLength(1);
    expect(clock.waiting()).toBe(0);
  });

  it('before it was launched ends with its code', () => {
    const { child, ends } = setUp({ spawns: false });
    child.exit(1);
    expect(ends).toEqual(['It ended with code 1.']);
  });

  it('says that memory ran out, whatever its code', () => {
    const { child, ends } = setUp();
    child.failFatally('Reached heap limit');
    child.exit(6);
    expect(ends).toEqual(['Its runtime failed, as it does when memory runs out (Reached heap limit).']);
  });
});

describe('stopping', () => {
  it('resolves where the process can’t be killed', async () => {
    const { clock, child, process, ends } = setUp();
    await settle();
    const stopped = process.stop();
    await clock.advance(LONGEST_STOP_MS);
    await stopped;
    expect(child.ended).toEqual(['terminate', 'forceKill']);
    expect(ends).toEqual(['It did not end when it was told to.']);
    expect(clock.waiting()).toBe(0);
  });

  it('twice, and after a hang was noticed, ends it once', async () => {
    const { clock, child, process, ends } = setUp();
    await clock.advance(PROCESS_TIMES.pingPeriodMs * (PROCESS_TIMES.missedPings + 1));
    const both = Promise.all([process.stop(), process.stop()]);
    expect(child.ended).toEqual(['terminate']);
    child.exit(15);
    await both;
    expect(ends).toEqual(['It no longer answered.']);
    expect(clock.waiting()).toBe(0);
  });

  it('resolves at once after the end', async () => {
    const { child, process } = setUp();
    child.exit(0);
    await process.stop();
    expect(child.sent.map(({ type }) => type)).not.toContain('shutdown');
  });
});

it.each<[number, NodeJS.Platform, RegExp]>([
  [0, 'linux', /by itself/],
  [1, 'linux', /code 1/],
  [9, 'linux', /SIGKILL/],
  [15, 'darwin', /SIGTERM/],
  [6, 'linux', /crashed/],
  [139, 'darwin', /crashed \(SIGSEGV\)/],
  [9, 'win32', /code 9/],
  [0xc0000005, 'win32', /The system ended it/],
])('the exit code %d on %s is put into words', (code, platform, sentence) => {
  expect(describeExit(code, platform)).toMatch(sentence);
});
