/** Where the window's page lives. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'skills';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_URL = `${APP_ORIGIN}/`;

/** How our own requests name themselves to the service, so that the activity shows what others ask. */
export const OWN_CLIENT = 'skills-registry-window';
