import type { RegistryDisk, ServedEvents } from '../registry/disk/registry-disk.ts';
import type { SnapshotOptions } from '../registry/disk/snapshot-follower.ts';

/**
 * The same disk, which follows the registry from now on: what it tells is kept for whoever follows it then, so that it
 * reads while this thread still loads what is to be served with it.
 *
 * @param options those that `follow` will be called with
 */
export function followAhead(disk: RegistryDisk, options: SnapshotOptions): RegistryDisk {
  const kept: ((events: ServedEvents) => void)[] = [];
  let listener: ServedEvents | undefined;
  const tell = (say: (events: ServedEvents) => void) => {
    if (listener === undefined) kept.push(say);
    else say(listener);
  };
  const following = disk.follow(options, {
    onUpdate: (update) => tell((events) => events.onUpdate(update)),
    onRoot: (state) => tell((events) => events.onRoot(state)),
    onUnreadable: (code) => tell((events) => events.onUnreadable(code)),
    seed: () => listener?.seed(),
    onWatching: (watching, why) => tell((events) => events.onWatching(watching, why)),
  });
  following.catch(() => undefined); // whoever follows is told
  return {
    locate: (picked) => disk.locate(picked),
    follow(_options, events) {
      listener = events;
      for (const say of kept.splice(0)) say(events);
      return following;
    },
    read: (requests) => disk.read(requests),
    close: () => disk.close(),
  };
}
