/** Where the window's page lives. */
export const APP_SCHEME = 'app';
/** The only host below the app's scheme. */
export const APP_HOST = 'skills';
/** Where the window's page comes from; of every request that it makes. */
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
/** Address of the page; a view's hash may follow. */
export const APP_URL = `${APP_ORIGIN}/`;

/** How our own requests name themselves to the service, so that the activity shows what others ask. */
export const OWN_CLIENT = 'skills-registry-window';
