/**
 * Content security policy of the page, in the desktop's window and in a browser alike: it runs its own scripts, asks its
 * own origin, and loads nothing else. No inline script or style, no evaluated code, no frame, no form.
 */
export const PAGE_POLICY = [
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
