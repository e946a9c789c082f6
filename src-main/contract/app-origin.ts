export const APP_SCHEME = 'app';
export const APP_HOST = 'skills';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
/** A view's hash may follow. */
export const APP_URL = `${APP_ORIGIN}/`;

/** User agent of our requests, recognized in the activity. */
export const OWN_CLIENT = 'skills-registry-window';
