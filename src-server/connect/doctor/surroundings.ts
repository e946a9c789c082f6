import type { ServiceProbe } from '../../contract/discovery.ts';
import type { Place } from '../place.ts';

/** By which name a container reaches the computer that it runs on: Docker Desktop, Podman, and Docker where it was told. */
export const CONTAINER_HOST = 'host.docker.internal';

/** Where this machine may be another one than the one whose clients or services are meant; undefined where it is plain. */
export type Surroundings = 'wsl' | 'container' | 'ssh' | undefined;

/** Where this program runs: by the variables and files that containers and WSL have. */
export function surroundingsOf({ env, platform, systemFile }: Place): Surroundings {
  if (platform === 'linux') {
    // Docker on Windows runs in WSL's kernel, so a container is looked for first.
    const marks = ['/.dockerenv', '/run/.containerenv'];
    const isContainer =
      env['REMOTE_CONTAINERS'] !== undefined ||
      env['CODESPACES'] !== undefined ||
      marks.some((file) => systemFile(file) !== undefined);
    if (isContainer) return 'container';
    if (env['WSL_DISTRO_NAME'] !== undefined || /microsoft/i.test(systemFile('/proc/version') ?? ''))
      return 'wsl';
  }
  return env['SSH_CONNECTION'] === undefined ? undefined : 'ssh';
}

/** Whether WSL and Windows have one network, so that 127.0.0.1 is the same in both; such a WSL has this interface. */
export function isMirrored({ systemFile }: Place): boolean {
  return systemFile('/sys/class/net/loopback0/operstate') !== undefined;
}

/**
 * Base URL of a service of ours on the computer that a container runs on, which is what clients in the container are to be
 * connected to; undefined where this is no container, or none is heard. One that refuses the name is one, too.
 */
export async function serviceOutside(
  place: Place,
  port: number,
  probe: (baseUrl: string) => Promise<ServiceProbe>,
): Promise<string | undefined> {
  if (surroundingsOf(place) !== 'container') return undefined;
  const baseUrl = `http://${CONTAINER_HOST}:${port}`;
  return (await probe(baseUrl)) === 'none-of-ours' ? undefined : baseUrl;
}
