import type { DesktopBridge } from '../src-main/contract/requests.ts';

declare global {
  interface Window {
    /** Set by the preload script. */
    readonly skillsDesktop?: DesktopBridge;
  }
}

/** Undefined in a browser. */
export const desktop: DesktopBridge | undefined = globalThis.window?.skillsDesktop;
