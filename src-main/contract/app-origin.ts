export const APP_SCHEME = 'app';
export const APP_HOST = 'skills';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
/** A view's hash may follow. */
export const APP_URL = `${APP_ORIGIN}/`;
