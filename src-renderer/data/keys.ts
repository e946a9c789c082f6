/** Of the query cache. */
export const SERVICE = ['service'] as const;
/** All that depends on the snapshot. */
export const REGISTRY = ['registry'] as const;
export const SETTINGS = ['app', 'settings'] as const;
export const NOTICES = ['app', 'notices'] as const;
export const REGISTRIES = ['app', 'registries'] as const;
export const ACTIVITY = ['activity'] as const;
export const CLIENTS = ['app', 'clients'] as const;
export const APP_INFO = ['app', 'info'] as const;
