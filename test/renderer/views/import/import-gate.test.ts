import { expect, it } from 'vitest';
import { importGate } from '../../../../src-renderer/views/import/import-gate.ts';
import type { RegistryLayout, Status } from '../../../../src-server/contract/api.ts';

const status = (submissions: boolean, layout: RegistryLayout = 'registry') =>
  ({ submissions, registry: { layout } }) as Status;

it.each([
  ['open', importGate(status(true), false)],
  ['open', importGate(status(true, 'flat'), false)],
  ['off', importGate(status(false), false)],
  ['off', importGate(status(false), false, ['port'])],
  ['off-until-restart', importGate(status(false), false, ['port', 'allowSubmit'])],
  ['open', importGate(status(true), false, ['allowSubmit'])],
  ['no-registry', importGate(status(true, 'skill'), false)],
  ['no-registry', importGate(status(false, 'library'), false, ['allowSubmit'])],
  ['asking', importGate(undefined, false)],
  ['silent', importGate(undefined, true)],
  ['silent', importGate(status(true), true)],
])('is %s', (expected, gate) => {
  expect(gate).toBe(expected);
});
