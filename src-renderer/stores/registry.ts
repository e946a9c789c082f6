/** Rebuilt per snapshot. */
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import type {
  CheckProgress,
  DiagnosticsResponse,
  IndexEntry,
  RegistryIndex,
} from '../../src-server/contract/api/api.ts';
import type { Diagnostic } from '../../src-server/contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../../src-server/contract/diagnostics/relaxed.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Answer } from '../api/api-transport.ts';
import { NO_PROBLEMS, type ProblemSummary } from '../skill/problem-words.ts';
import { type SkillRow, toSkillRow } from '../skill/skill-row.ts';
import { createStore, type Readable } from './create-store.ts';
import type { Resource } from './resource.ts';
import type { Resources } from './resources.ts';
import { keepSame } from './same-data.ts';
import { problemsOf, snapshotOf } from './service.ts';

export interface Registry {
  /** Empty until loaded. Equal entries keep their row objects. */
  readonly skills: readonly SkillRow[];
  readonly byKey: ReadonlyMap<string, SkillRow>;
  readonly problems: readonly Diagnostic[];
  readonly summary: ProblemSummary;
  /** Until `problems` is complete. */
  readonly checking?: CheckProgress | undefined;
  /** Removed or downgraded by the registry's rules.json. */
  readonly relaxed?: readonly Relaxed[] | undefined;
  /** Infos included. */
  readonly problemsByKey: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Last change; ISO 8601. Undefined until loaded. */
  readonly updatedAt: string | undefined;
  readonly loaded: {
    readonly skills: Resource<readonly SkillRow[]>;
    readonly problems: Resource<readonly Diagnostic[]>;
  };
}

export interface RegistryStore extends Readable<Registry> {
  /** An exported site's problems are many bytes for few readers: asked for by the view that shows them. */
  needProblems(): void;
  start(): void;
  stop(): void;
}

const [INDEX, DIAGNOSTICS] = ['registry index', 'registry diagnostics'] as const;

/** Refreshes per snapshot, between `start` and `stop`. */
export function followRegistry({
  api,
  service,
  resources,
}: {
  readonly api: Pick<ApiClient, 'index' | 'diagnostics'>;
  readonly service: Readable<ServiceState>;
  readonly resources: Resources;
}): RegistryStore {
  let summarize: Summarize | undefined;
  const build = registryBuilder((problems) => summarize?.(problems) ?? NO_PROBLEMS);
  const read = () => build(resources.get(INDEX), resources.get(DIAGNOSTICS));
  const store = createStore(read());
  let leave: (() => void) | undefined;
  let areProblemsNeeded = false;
  const askProblems = () => {
    const state = service.get();
    if (state.phase === 'exported' && !areProblemsNeeded) return;
    resources.ask(DIAGNOSTICS, problemsOf(state), async (signal) => {
      const answer = await api.diagnostics(signal);
      if (!answer.ok || answer.value.diagnostics.length === 0) return answer;
      // Loaded for problems alone: a first visit is faster without.
      summarize ??= await loadSummarize();
      return summarize === undefined ? CODE_MISSING : answer;
    });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    needProblems() {
      if (areProblemsNeeded) return;
      areProblemsNeeded = true;
      askProblems();
    },
    start() {
      if (leave !== undefined) return;
      const ask = () => {
        const snapshot = snapshotOf(service.get());
        resources.ask(INDEX, snapshot, (signal) => api.index(signal));
        askProblems();
      };
      const leaves = [
        resources.subscribe(INDEX, () => store.set(read())),
        resources.subscribe(DIAGNOSTICS, () => store.set(read())),
        service.subscribe(ask),
      ];
      leave = () => {
        for (const stop of leaves) stop();
      };
      ask();
    },
    stop() {
      leave?.();
      leave = undefined;
    },
  };
}

type Summarize = (problems: readonly Diagnostic[]) => ProblemSummary;

function loadSummarize(): Promise<Summarize | undefined> {
  return import('../skill/summarize-problems.ts').then(
    ({ summarizeProblems }) => summarizeProblems,
    () => undefined,
  );
}

const CODE_MISSING: Answer<never> = {
  ok: false,
  failure: { kind: 'silent', message: 'Nothing answers at this address.' },
};

/** Reuses unchanged parts of the previous registry. */
function registryBuilder(
  summarize: Summarize,
): (
  index: Resource<Pick<RegistryIndex, 'skills' | 'updated_at'>>,
  diagnostics: Resource<Pick<DiagnosticsResponse, 'diagnostics' | 'checking' | 'relaxed'>>,
) => Registry {
  let entries: readonly IndexEntry[] = [];
  const rows = new WeakMap<IndexEntry, SkillRow>();
  const rowOf = (entry: IndexEntry) => {
    const row = rows.get(entry) ?? toSkillRow(entry);
    rows.set(entry, row);
    return row;
  };
  const skillsOf = remember((from: readonly IndexEntry[]) => from.map(rowOf));
  const keyed = remember((skills: readonly SkillRow[]) => new Map(skills.map((row) => [row.key, row])));
  const grouped = remember(groupBySkill);
  const summarized = remember(summarize);
  const skillsResource = remember((resource: Resource<Pick<RegistryIndex, 'skills'>>) => {
    entries = keepSame(entries, resource.value?.skills ?? entries, ({ key }) => key);
    return withValue(resource, skillsOf(entries));
  });
  let problems: readonly Diagnostic[] = [];
  const problemsResource = remember((resource: Resource<Pick<DiagnosticsResponse, 'diagnostics'>>) => {
    problems = keepSame(problems, resource.value?.diagnostics ?? problems, nameOfProblem);
    return withValue(resource, problems);
  });
  return (index, diagnostics) => {
    const loaded = { skills: skillsResource(index), problems: problemsResource(diagnostics) };
    const skills = skillsOf(entries);
    return {
      skills,
      byKey: keyed(skills),
      problems,
      summary: summarized(problems),
      checking: diagnostics.value?.checking,
      relaxed: diagnostics.value?.relaxed,
      updatedAt: index.value?.updated_at,
      problemsByKey: grouped(problems),
      loaded,
    };
  };
}

/** Memoizes the last call by identity. */
function remember<T, U>(make: (from: T) => U): (from: T) => U {
  let last: { readonly from: T; readonly made: U } | undefined;
  return (from) => {
    if (last === undefined || last.from !== from) last = { from, made: make(from) };
    return last.made;
  };
}

function withValue<T>(resource: Resource<unknown>, value: T): Resource<T> {
  return (resource.value === undefined ? resource : { ...resource, value }) as Resource<T>;
}

function nameOfProblem({ code, skillKey, file, line, pointer, message }: Diagnostic): string {
  return [code, skillKey, file, line, pointer, message].join('\n');
}

function groupBySkill(problems: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const groups = new Map<string, Diagnostic[]>();
  for (const problem of problems) {
    if (problem.skillKey === undefined) continue;
    const group = groups.get(problem.skillKey);
    if (group === undefined) groups.set(problem.skillKey, [problem]);
    else group.push(problem);
  }
  return groups;
}
