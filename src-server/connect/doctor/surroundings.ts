import type { Place } from '../place.ts';

/** By which name a container reaches the computer that it runs on: Docker Desktop, Podman, and Docker where it was told. */
export const CONTAINER_HOST = 'host.docker.internal';

/** Where this machine may be another one than the one whose clients or services are meant; undefined where it is plain. */
export type Surroundings = 'wsl' | 'container' | 'ssh' | undefined;

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
