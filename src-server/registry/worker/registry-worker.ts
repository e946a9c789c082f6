import { parentPort, workerData } from 'node:worker_threads';
import type { FollowedRegistry, FromRegistryWorker, ToRegistryWorker } from '../registry-patch.ts';
import { RegistryFollower } from './follow-registries.ts';

const { registries } = workerData as { readonly registries: readonly FollowedRegistry[] };
const follower = new RegistryFollower((message) => parentPort?.postMessage(message, buffersOf(message)));
parentPort?.on('message', (message: ToRegistryWorker) => follower.take(message));
follower.follow(registries);

function buffersOf(message: FromRegistryWorker): ArrayBuffer[] {
  if (message.type !== 'patch' || message.patch.terms === undefined) return [];
  return message.patch.terms.skills.flatMap(({ terms, frequencies, sectionStarts, sections, fileSections }) =>
    [terms, frequencies, sectionStarts, sections, fileSections].map(({ buffer }) => buffer as ArrayBuffer),
  );
}
