import { expect, it } from 'vitest';
import { warnOfOldNode } from '../../../../src-server/cli/text/old-node.ts';

it.each([
  ['20.19.0', '20.20.2'],
  ['20.20.1', '20.20.2'],
  ['21.7.3', '24.14.1'],
  ['22.22.1', '22.22.2'],
  ['24.14.0', '24.14.1'],
  ['25.8.1', '25.8.2'],
])('warns of Node %s, and names %s', (node, newer) => {
  expect(warnOfOldNode(node)).toContain(`Use Node ${newer} or newer.`);
});

it.each(['20.20.2', '20.21.0', '22.22.2', '22.23.0', '24.14.1', '24.15.0', '25.8.2', '26.0.0'])(
  'says nothing of Node %s',
  (node) => {
    expect(warnOfOldNode(node)).toBeUndefined();
  },
);
