/** Where the window's page lives. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'skills';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_URL = `${APP_ORIGIN}/`;

/**
 * What the page may load: itself and nothing else. No inline script or style, no evaluated code, no frame, no form, no
 * other origin: the service's paths are ours too (see app-protocol.ts).
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** How our own requests name themselves to the service, so that the activity shows what others ask. */
export const OWN_CLIENT = 'skills-registry-window';
