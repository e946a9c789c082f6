import type { DesktopBridge } from '../src-main/contract/desktop-bridge.ts';

declare global {
  interface Window {
    /** Only in the desktop app's own window; put there by its preload. */
    readonly skillsDesktop?: DesktopBridge;
  }
}

/** The desktop app around this page, or undefined in a browser: what only it can do is absent then. */
export const desktop: DesktopBridge | undefined = globalThis.window?.skillsDesktop;

/** The sentence of a refused request; the bridge puts its code before it. */
export function refusalSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^(?:untrusted-sender|bad-payload|refused|failed): /, '');
}
