import { expect, it } from 'vitest';
import { importGate } from '../../../../src-renderer/views/import/import-gate.ts';
import type { RegistryLayout } from '../../../../src-server/contract/api/api.ts';
import { askingInBrowser, SERVING, STATUS, silentInBrowser } from '../../stores/known-service.ts';

const gate = (submissions: boolean, layout: RegistryLayout = 'registry', pending: readonly string[] = []) => {
  const status = { ...STATUS, submissions, registry: { ...STATUS.registry, layout } };
  return importGate({ ...SERVING, status, pending });
};

it.each([
  ['open', gate(true)],
  ['open', gate(true, 'flat')],
  ['off', gate(false)],
  ['off', gate(false, 'registry', ['port'])],
  ['off-until-restart', gate(false, 'registry', ['port', 'allowSubmit'])],
  ['open', gate(true, 'registry', ['allowSubmit'])],
  ['no-registry', gate(true, 'skill')],
  ['no-registry', gate(false, 'library', ['allowSubmit'])],
  ['asking', importGate(askingInBrowser)],
  ['silent', importGate(silentInBrowser)],
])('is %s', (expected, found) => {
  expect(found).toBe(expected);
});
