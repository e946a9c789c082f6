import { parentPort, workerData } from 'node:worker_threads';
import type { FollowOptions, FromRegistryWorker, ToRegistryWorker } from '../registry-patch.ts';
import { RegistryFollower } from './follow-registries.ts';

const follower = new RegistryFollower(workerData as FollowOptions, (message) =>
  parentPort?.postMessage(message, buffersOf(message)),
);
parentPort?.on('message', (message: ToRegistryWorker) => follower.take(message));

function buffersOf(message: FromRegistryWorker): ArrayBuffer[] {
  if (message.type !== 'patch' || message.terms === undefined) return [];
  return message.terms.skills.flatMap(({ terms, frequencies, sectionStarts, sections, fileSections }) =>
    [terms, frequencies, sectionStarts, sections, fileSections].map(({ buffer }) => buffer as ArrayBuffer),
  );
}
