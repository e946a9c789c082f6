import type { DesktopBridge } from '../src-main/contract/desktop-bridge.ts';

declare global {
  interface Window {
    /** Set by the preload script. */
    readonly skillsDesktop?: DesktopBridge;
  }
}

/** Undefined in a browser. */
export const desktop: DesktopBridge | undefined = globalThis.window?.skillsDesktop;

/** Strips the bridge's error code. */
export function refusalSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^(?:untrusted-sender|bad-payload|refused|failed): /, '');
}
