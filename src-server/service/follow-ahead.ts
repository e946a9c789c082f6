import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import type { FollowerEvents, FollowOptions } from '../registry/disk/registry-follower.ts';

/**
 * The same disk, which follows the registry from now on: what it tells is kept for whoever follows it then, so that it
 * reads while this thread still loads what is to be served with it.
 *
 * @param options those that `follow` will be called with
 */
export function followAhead(disk: RegistryDisk, options: FollowOptions): RegistryDisk {
  const kept: ((events: FollowerEvents) => void)[] = [];
  let listener: FollowerEvents | undefined;
  const tell = (say: (events: FollowerEvents) => void) => {
    if (listener === undefined) kept.push(say);
    else say(listener);
  };
  const following = disk.follow(options, {
    onDelta: (delta) => tell((events) => events.onDelta(delta)),
    onRoot: (state) => tell((events) => events.onRoot(state)),
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
