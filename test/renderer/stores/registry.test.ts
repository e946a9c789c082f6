import { describe, expect, it, vi } from 'vitest';
import type { ServiceState } from '../../../src-main/contract/service-state.ts';
import { createStore } from '../../../src-renderer/stores/create-store.ts';
import { followRegistry } from '../../../src-renderer/stores/registry.ts';
import { createResources } from '../../../src-renderer/stores/resources.ts';
import { answeredService } from '../../../src-renderer/stores/service.ts';
import type { DiagnosticsResponse, IndexEntry, RegistryIndex } from '../../../src-server/contract/api/api.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { createFakeClock } from '../../main/fake-clock.ts';
import { asked, SILENCE } from './asked-api.ts';
import { askingInBrowser, exportedSite, STATUS, servingInBrowser, silentInBrowser } from './known-service.ts';

const entry = (key: string, summary = 'Does it.'): IndexEntry => ({
  key,
  name: key,
  language: 'rust',
  summary,
});
const listOf = (...skills: IndexEntry[]): RegistryIndex => ({
  schema: 'skills/v1',
  version: 1,
  updated_at: '2026-01-01T00:00:00Z',
  skills,
});
const problem = (skillKey: string, message: string): Diagnostic => ({
  code: 'file-missing',
  severity: 'error',
  skillKey,
  message,
});
const problemsOf = (...diagnostics: Diagnostic[]): DiagnosticsResponse => ({ diagnostics });
const generation = (number: number) => answeredService(askingInBrowser, { ...STATUS, generation: number }, 1);

async function setUp(state: ServiceState = servingInBrowser) {
  const service = createStore<ServiceState>(state);
  const [index, diagnostics] = [asked<RegistryIndex>(), asked<DiagnosticsResponse>()];
  const resources = createResources({ clock: createFakeClock(), onRetry: () => {} });
  const registry = followRegistry({
    api: { index: index.ask, diagnostics: diagnostics.ask },
    service,
    resources,
  });
  registry.start();
  return { service, index, diagnostics, registry };
}

describe('the registry, as all views share it', () => {
  it('is empty and loading until it was answered', async () => {
    const { registry } = await setUp();
    const { skills, loaded } = registry.get();
    expect({ skills, state: loaded.skills.state }).toEqual({
      skills: [],
      state: 'loading',
    });
  });

  it('has its skills by key, and the problems of each', async () => {
    const { registry, index, diagnostics } = await setUp();
    await index.answer(0, listOf(entry('a'), entry('b')));
    await diagnostics.answer(0, problemsOf(problem('a', 'One.'), problem('a', 'Two.')));
    await vi.dynamicImportSettled();
    expect(registry.get().summary).toMatchObject({ causes: 1, worst: 'error' });
    const { skills, byKey, problems, problemsByKey, loaded } = registry.get();
    expect(byKey.get('b')).toBe(skills[1]);
    expect(problemsByKey.get('a')).toEqual(problems);
    expect(loaded.skills).toMatchObject({ state: 'ready', value: skills });
  });

  it('keeps each row whose entry says the same, and the list where all do', async () => {
    const { registry, index, service } = await setUp();
    await index.answer(0, listOf(entry('a'), entry('b')));
    const before = registry.get();
    service.set(generation(4));
    await index.answer(1, listOf(entry('a'), entry('b')));
    expect(registry.get().skills).toBe(before.skills);
    expect(registry.get().byKey).toBe(before.byKey);
    service.set(generation(5));
    await index.answer(2, listOf(entry('a', 'Another.'), entry('b')));
    const [first, second] = registry.get().skills;
    expect(first?.summary).toBe('Another.');
    expect(second).toBe(before.skills[1]);
  });

  it('tells nobody of its skills where only the problems changed', async () => {
    const { registry, index, diagnostics } = await setUp();
    await index.answer(0, listOf(entry('a')));
    const { skills, byKey, loaded } = registry.get();
    await diagnostics.answer(0, problemsOf(problem('a', 'One.')));
    expect(registry.get()).toMatchObject({ skills, byKey });
    expect(registry.get().loaded.skills).toBe(loaded.skills);
  });

  it('stays readable while the service is silent, and says that it is old', async () => {
    const { registry, index, service } = await setUp();
    await index.answer(0, listOf(entry('a')));
    service.set(silentInBrowser);
    expect(registry.get().skills).toHaveLength(1);
    expect(registry.get().loaded.skills).toMatchObject({ state: 'stale', of: { snapshot: 'one:3:serving' } });
  });

  it('says why there is none', async () => {
    const { registry, index } = await setUp();
    await index.fail(0, SILENCE);
    expect(registry.get().loaded.skills).toMatchObject({ state: 'failed', failure: SILENCE });
  });

  it('asks nothing more once it was stopped', async () => {
    const { registry, index, service } = await setUp();
    const listener = vi.fn();
    registry.subscribe(listener);
    registry.stop();
    service.set(generation(4));
    expect(index.count()).toBe(1);
    expect(index.isEnded(0)).toBe(true);
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('the registry of an exported site', () => {
  it('asks for the problems only when a view needs them, and once', async () => {
    const { registry, index, diagnostics } = await setUp(exportedSite);
    expect([index.count(), diagnostics.count()]).toEqual([1, 0]);
    registry.needProblems();
    registry.needProblems();
    expect(diagnostics.count()).toBe(1);
    await diagnostics.answer(0, problemsOf(problem('a', 'One.')));
    await vi.dynamicImportSettled();
    expect(registry.get().problems).toHaveLength(1);
  });

  it('says when it last changed', async () => {
    const { registry, index } = await setUp(exportedSite);
    expect(registry.get().updatedAt).toBeUndefined();
    await index.answer(0, listOf(entry('a')));
    expect(registry.get().updatedAt).toBe('2026-01-01T00:00:00Z');
  });
});
