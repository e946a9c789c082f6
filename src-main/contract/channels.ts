/**
 * The names of everything that crosses between the window and the main process. A request is a method of the bridge
 * with the same name; its types stand in desktop-bridge.ts, the check of its payload in ipc/requests.schema.json, its
 * handler in ipc/handlers.ts. A test holds the four together.
 */
export const REQUESTS = [
  'getAppInfo',
  'chooseRegistry',
  'setRegistry',
  'useSampleRegistry',
  'forgetRegistry',
  'getSettings',
  'changeSettings',
  'getServerStatus',
  'startServer',
  'stopServer',
  'restartServer',
  'usePort',
  'getActivity',
  'clearActivity',
  'recordActivity',
  'copyText',
  'openExternal',
  'revealPath',
  'revealConfig',
  'showLogs',
  'getNotices',
  'dismissNotice',
  'getClients',
  'previewClient',
  'connectClient',
  'undoClient',
  'runClientCommand',
  'openClientBundle',
  'examineConnection',
  'chooseProject',
  'previewPointer',
  'writePointer',
  'getProject',
  'pickProject',
  'openProject',
  'openRecentProject',
  'readProject',
  'forgetProject',
  'previewSync',
  'writeSync',
  'getCommand',
  'installCommand',
  'removeCommand',
] as const;
/** A question of the page to the main process. */
export type RequestName = (typeof REQUESTS)[number];

/** Requests of the preload alone: the page has no method for them, since only a drop names such a folder. */
export const PRELOAD_REQUESTS = ['openProject'] as const satisfies readonly RequestName[];
/** A request that the page can't ask by itself. */
export type PreloadRequest = (typeof PRELOAD_REQUESTS)[number];

/** What the main process tells the window by itself. */
export const EVENTS = ['settings', 'server', 'activity', 'notices', 'project', 'navigate'] as const;
/** Something that the main process tells the page. */
export type EventName = (typeof EVENTS)[number];

/** Every channel begins with it, so that nothing of ours can be mistaken for another package's. */
export const CHANNEL_PREFIX = 'skills:';
