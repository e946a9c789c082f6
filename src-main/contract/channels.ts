/**
 * A request also needs types in desktop-bridge.ts, a payload in ipc/requests.schema.json and a handler in
 * ipc/handlers.ts. A test compares them.
 */
export const REQUESTS = [
  'getAppInfo',
  'chooseRegistry',
  'setRegistry',
  'useSampleRegistry',
  'forgetRegistry',
  'getSettings',
  'changeSettings',
  'getServiceState',
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
  'openSkillFile',
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
  'getRegistries',
  'listRegistries',
  'previewRegistry',
  'addRegistry',
  'cancelRegistry',
  'checkRegistries',
  'readRegistryUpdate',
  'changeRegistry',
  'saveToken',
  'forgetToken',
  'getCommand',
  'installCommand',
  'removeCommand',
] as const;
export type RequestName = (typeof REQUESTS)[number];

/** From a drop, never from the page. */
export const PRELOAD_REQUESTS = ['openProject'] as const satisfies readonly RequestName[];
export type PreloadRequest = (typeof PRELOAD_REQUESTS)[number];

/** From the main process. */
export const EVENTS = [
  'settings',
  'server',
  'activity',
  'notices',
  'project',
  'registries',
  'navigate',
  'menu',
] as const;
export type EventName = (typeof EVENTS)[number];

export const CHANNEL_PREFIX = 'skills:';
