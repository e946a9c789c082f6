/** The entry of a disk thread: reads and follows registries for the thread that serves (open-disk.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { splitDelta } from './delta-parts.ts';
import { createDiskDoor, type FileReading, shutPlaces } from './disk-door.ts';
import type { DiskThreadData, FromDiskThread, ToDiskThread } from './disk-messages.ts';
import { isInside } from './inside.ts';
import { locateRegistry } from './locate-registry.ts';
import { packDelta } from './pack-delta.ts';
import { IndexFilePacker } from './pack-index-file.ts';
import { followRegistry, type RegistryFollower } from './registry-follower.ts';
import { monitorInto } from './shared-call-monitor.ts';

/** Parts of deltas that are on their way at a time: the next is at hand when one was taken in. */
const MOST_UNTAKEN = 3;

const { memory, taken, shut: shutAtFirst } = workerData as DiskThreadData;
let shut = shutAtFirst;
const door = shutPlaces(createDiskDoor(monitorInto(memory)), (path) =>
  shut.some((place) => isInside(place, path)),
);
let follower: RegistryFollower | undefined;
const indexFile = new IndexFilePacker();
/** What is to be told, in order; it waits while too many parts of deltas weren't taken in yet. */
const outbox: FromDiskThread[] = [];
const takenParts = new Int32Array(taken);
let sentParts = 0;

parentPort?.on('message', (message: ToDiskThread) => {
  handle(message).catch((error: unknown) => {
    if ('id' in message) send({ type: 'failed', id: message.id, message: String(error) });
  });
});

async function handle(message: ToDiskThread): Promise<void> {
  switch (message.type) {
    case 'locate':
      return send({ type: 'located', id: message.id, result: locateRegistry(message.picked, door) });
    case 'read': {
      const readings = message.requests.map((request) => door.read(request));
      return send({ type: 'read', id: message.id, readings }, buffersOf(readings));
    }
    case 'follow':
      follower = followRegistry(door, message.options, {
        onDelta(delta) {
          for (const { delta: part, isComplete } of splitDelta(delta, indexFile))
            send({ type: 'delta', delta: packDelta(part), isComplete });
        },
        onRoot: (state) => send({ type: 'root', state }),
        onWatching: (watching, why) =>
          send({ type: 'watching', watching, ...(why === undefined ? {} : { why }) }),
      });
      return send({ type: 'done', id: message.id });
    case 'watch':
      await follower?.watchFolders();
      return send({ type: 'done', id: message.id });
    case 'look':
      await follower?.look(message.path);
      return send({ type: 'done', id: message.id });
    case 'more':
      return flush();
    case 'shut': {
      const opened = shut.filter((place) => !message.shut.includes(place));
      shut = message.shut;
      for (const place of opened) await follower?.look(place);
    }
  }
}

function buffersOf(readings: readonly FileReading[]): ArrayBuffer[] {
  return readings.flatMap((reading) => (reading.ok ? [reading.bytes.buffer] : []));
}

function send(message: FromDiskThread, transfer: readonly ArrayBuffer[] = []): void {
  if (message.type === 'read') {
    parentPort?.postMessage(message, transfer);
    return;
  }
  outbox.push(message);
  flush();
}

function flush(): void {
  while (sentParts - Atomics.load(takenParts, 0) < MOST_UNTAKEN) {
    const message = outbox.shift();
    if (message === undefined) return;
    if (message.type === 'delta') {
      sentParts += 1;
      const { folders, indexFile: entries } = message.delta;
      const moved = [folders.times, folders.manifests, ...(entries === undefined ? [] : [entries.places])];
      parentPort?.postMessage(message, moved.map(({ buffer }) => buffer) as ArrayBuffer[]);
    } else parentPort?.postMessage(message);
  }
}
