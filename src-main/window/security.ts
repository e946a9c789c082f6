/** What no page may do in the window; docs/security.md says why. */
import { type App, Menu, type Session, type WebContents } from 'electron';
import type { Logger } from '../../src-server/contract/service.ts';
import { contextMenu } from '../menus.ts';
import { APP_URL } from './app-protocol.ts';
import { externalUrl } from './openable.ts';

/** Denies every permission: the page needs none, since the main process copies and the app's protocol requests. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}

/**
 * Keeps each page at its address, and opens links outside.
 * @param openExternal opens links that are clicked with Ctrl or the middle button
 */
export function guardPages(app: App, logger: Logger, openExternal: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    guardPage(contents, logger, openExternal);
    contents.on('context-menu', (_click, place) => {
      const items = contextMenu(place, openExternal);
      if (items.length > 0) Menu.buildFromTemplate(items).popup();
    });
  });
}

function guardPage(contents: WebContents, logger: Logger, openExternal: (url: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    const link = externalUrl(url);
    if (link === undefined) logger.warn('A new window was refused.', { url: withoutQuery(url) });
    else openExternal(link);
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

/** Drops the query of an address, which may hold what was searched. */
function withoutQuery(url: string): string {
  return url.split(/[?#]/)[0] ?? url;
}
