import { describe, expect, it } from 'vitest';
import { startSteps, stepOf } from '../../../src-main/server/start-steps.ts';
import { statusOf } from '../../support/status-of.ts';

describe('startSteps', () => {
  it('is at its first step before anything was seen', () => {
    expect(startSteps({}).map(({ state }) => state)).toEqual(['now', 'todo', 'todo', 'todo']);
  });

  it('has nothing left to do once the probe was answered', () => {
    const steps = startSteps({ pid: 1, status: statusOf(), address: '127.0.0.1:8701', probeMs: 0.42 });
    expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    expect(steps.at(-1)?.detail).toBe('0.4 ms');
  });

  it('is cut where it failed and does not pretend to go on', () => {
    expect(startSteps({ pid: 1, status: statusOf() }, 'port').map(({ state }) => state)).toEqual([
      ...['done', 'done', 'cut', 'todo'],
    ]);
  });

  it('says one skill in the singular', () => {
    const [, folder] = startSteps({ status: statusOf({ counts: { skills: 1, files: 3 } }) });
    expect(folder?.detail).toBe('1 skill in 38 ms');
  });
});

describe('stepOf', () => {
  it('finds the step that a reason belongs to', () => {
    expect([stepOf('port-denied'), stepOf('no-registry'), stepOf('probe-failed'), stepOf('gave-up')]).toEqual(
      [...['port', 'folder', 'probe', 'process']],
    );
  });
});
