import { parentPort } from 'node:worker_threads';
import type { FromDiskThread, ToDiskThread } from './disk-messages.ts';
import { createDiskReader, type FileReading } from './disk-reader.ts';
import { locateRegistry } from './locate-registry.ts';
import { followSnapshots, type SnapshotFollower } from './snapshot-follower.ts';

const reader = createDiskReader();
let follower: SnapshotFollower | undefined;

parentPort?.on('message', (message: ToDiskThread) => {
  handle(message).catch((error: unknown) => {
    send({ type: 'failed', id: message.id, message: String(error) });
  });
});

async function handle(message: ToDiskThread): Promise<void> {
  switch (message.type) {
    case 'locate':
      return send({ type: 'located', id: message.id, result: locateRegistry(message.picked, reader) });
    case 'read': {
      const readings = message.requests.map((request) => reader.read(request));
      return send({ type: 'read', id: message.id, readings }, buffersOf(readings));
    }
    case 'follow':
      follower = followSnapshots(
        reader,
        message.options,
        {
          onUpdate: (update) => send({ type: 'update', update }),
          onRoot: (state) => send({ type: 'root', state }),
          onWatching: (watching, why) =>
            send({ type: 'watching', watching, ...(why === undefined ? {} : { why }) }),
        },
        message.seed,
      );
      return send({ type: 'done', id: message.id });
    case 'watch':
      await follower?.watchFolders();
      return send({ type: 'done', id: message.id });
    case 'check':
      await follower?.check();
      return send({ type: 'done', id: message.id });
    case 'caught-up':
      await follower?.caughtUp();
      return send({ type: 'done', id: message.id });
    case 'scan':
      await follower?.scan(message.path);
      return send({ type: 'done', id: message.id });
    case 'index': {
      if (follower === undefined) throw new Error('No registry is followed.');
      const indexed = await follower.index(message.keys);
      const skills = indexed.flatMap((batch) => batch.skills);
      const arrays = skills.flatMap(({ terms, frequencies, sectionStarts, sections, fileSections }) => [
        ...[terms, frequencies, sectionStarts, sections, fileSections],
      ]);
      return send(
        { type: 'indexed', id: message.id, indexed },
        arrays.map(({ buffer }) => buffer as ArrayBuffer),
      );
    }
  }
}

function buffersOf(readings: readonly FileReading[]): ArrayBuffer[] {
  return readings.flatMap((reading) => (reading.ok ? [reading.bytes.buffer] : []));
}

function send(message: FromDiskThread, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
