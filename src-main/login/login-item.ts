/** Off by default. The system keeps the state. */
import type { LoginItemState } from '../contract/desktop-bridge.ts';

export interface LoginItem {
  read(): Promise<LoginItemState>;
  set(on: boolean): Promise<void>;
  /** At each start corrects our entry's path. Keeps a disabled entry disabled. */
  repair(): Promise<void>;
}
