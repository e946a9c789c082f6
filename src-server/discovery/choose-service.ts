/** Which of several running services is meant where nobody named one. Pure: the same everywhere that this is asked. */
import type { FoundServer } from './discovery-files.ts';

/** Which of the running services is meant. */
export interface ServiceChoice<T extends FoundServer = FoundServer> {
  /** Undefined where none runs, or none that serves the wanted registry. */
  readonly meant: T | undefined;
  /** What runs besides, the next one first. */
  readonly others: readonly T[];
}

/**
 * The desktop app's service, else the one that was started last; one that serves its registry now before one that can't,
 * and both before one that asks for a token.
 *
 * @param registry absolute path of the only registry that will do; default: any
 */
export function chooseService<T extends FoundServer>(
  servers: readonly T[],
  registry?: string,
): ServiceChoice<T> {
  const sorted = servers.toSorted(
    (a, b) =>
      readiness(b) - readiness(a) ||
      Number(b.file.app === 'tray') - Number(a.file.app === 'tray') ||
      Date.parse(b.file.startedAt) - Date.parse(a.file.startedAt) ||
      a.file.pid - b.file.pid,
  );
  const [meant] = ofRegistry(sorted, registry);
  return { meant, others: sorted.filter((server) => server !== meant) };
}

/** Those that serve a registry, by its absolute path; all where none is given. */
function ofRegistry<T extends FoundServer>(servers: readonly T[], registry?: string): readonly T[] {
  return servers.filter(({ file }) => registry === undefined || file.registry === registry);
}

function readiness({ status }: FoundServer): number {
  if (status === undefined) return 0;
  return status.registry.available ? 2 : 1;
}

/** What to tell somebody while several run, in a sentence; undefined where there is nothing to confuse. */
export function severalRun({ meant, others }: ServiceChoice): string | undefined {
  if (meant === undefined || others.length === 0) return undefined;
  const name = ({ file: { url, registry } }: FoundServer) => `${url} (${registry})`;
  return `${others.length + 1} services run. Commands and clients ask ${name(meant)}, ${whyMeant(meant, others)}, not ${others.map(name).join(', ')}.`;
}

function whyMeant(meant: FoundServer, others: readonly FoundServer[]): string {
  if (others.some((other) => readiness(other) === readiness(meant) && other.file.app === meant.file.app))
    return 'which was started last';
  return meant.file.app === 'tray'
    ? 'the app’s'
    : 'which can be used without a token and serves its registry';
}
