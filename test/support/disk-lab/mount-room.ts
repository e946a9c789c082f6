import { spawn, spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** A mount namespace: what is mounted in it nobody else sees, and it goes with the test. Only real disks are realer. */
export interface MountRoom {
  /** A command with arguments; what is started through it lives in the room. */
  readonly through: readonly string[];
  /** Puts an empty file system over the folder, of a size such as `1m`. */
  mountEmpty(folder: string, size?: string): Promise<void>;
  /** Puts a file system over the folder that never answers. */
  mountSilent(folder: string): Promise<void>;
  /** Every silent file system fails from now on, as one whose server was given up. */
  abandonSilent(): Promise<void>;
  unmount(folder: string): Promise<void>;
}

/** Why nothing can be mounted on this machine; undefined where it can. */
export const noMountRoom = whyNotHere();
/** The same for file systems that don't answer. */
export const noSilentMount =
  noMountRoom ??
  (spawnSync('sh', ['-c', 'exec 3<>/dev/fuse']).status === 0 ? undefined : 'there is no /dev/fuse');

function whyNotHere(): string | undefined {
  if (process.platform !== 'linux') return 'mount namespaces are Linux’s';
  const tried = spawnSync('unshare', [
    ...own(),
    'sh',
    '-c',
    'mount -t tmpfs none /mnt && command -v nsenter',
  ]);
  return tried.status === 0 ? undefined : 'this user may make no mount namespace';
}
for (const why of new Set([noMountRoom, noSilentMount]))
  if (why !== undefined) console.warn(`Tests with mounted file systems are skipped: ${why}.`);

/** Whoever isn't root becomes it for the room alone. */
function own(): readonly string[] {
  return process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
}

export async function createMountRoom(): Promise<MountRoom> {
  // The shell that holds the room: it does what it is told line by line, and says when that is done.
  const holder = spawn('unshare', [...own(), 'sh'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => holder.once('close', resolve));
  onTestFinished(async () => {
    holder.stdin.end();
    await ended;
  });
  let said = '';
  holder.stdout.on('data', (chunk) => {
    said += chunk;
  });
  let count = 0;
  const tell = async (command: string) => {
    count += 1;
    const [done, failed] = [`done ${count}\n`, `failed ${count}\n`];
    holder.stdin.write(`if ${command}; then echo done ${count}; else echo failed ${count}; fi\n`);
    while (!said.includes(done)) {
      if (said.includes(failed) || holder.exitCode !== null) throw new Error(`This failed: ${command}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  await tell('mount --make-rprivate /');
  const user = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials'];
  return {
    through: ['nsenter', '--target', String(holder.pid), ...user, '--mount', '--'],
    mountEmpty: (folder, size = '50%') => tell(`mount -t tmpfs -o size=${size} none '${folder}'`),
    mountSilent: (folder) =>
      tell(
        `exec 3<>/dev/fuse && mount -i -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0 none '${folder}'`,
      ),
    abandonSilent: () => tell('exec 3>&-'),
    unmount: (folder) => tell(`umount -l '${folder}'`),
  };
}
