/** See docs/security.md. */
import type { App, Session, WebContents } from 'electron';
import type { Logger } from '../../src-server/contract/service/logger.ts';
import { APP_URL } from '../contract/app-origin.ts';

/** The page needs no permission: the main process copies, the app's protocol requests. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}

export function guardPages(app: App, logger: Logger): void {
  app.on('web-contents-created', (_event, contents) => guardPage(contents, logger));
}

function guardPage(contents: WebContents, logger: Logger): void {
  contents.setWindowOpenHandler(({ url }) => {
    logger.warn('A new window was refused.', { url: withoutQuery(url) });
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    if (withoutHash(event.url) === APP_URL) return;
    event.preventDefault();
    logger.warn('A navigation was refused.', { url: withoutQuery(event.url) });
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

function withoutHash(url: string): string {
  return url.split('#')[0] ?? url;
}

/** Queries may contain searches. */
function withoutQuery(url: string): string {
  return url.split(/[?#]/)[0] ?? url;
}
