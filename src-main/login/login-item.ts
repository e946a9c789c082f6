/** Starting at login, as the system keeps it. Off until the user turns it on; read back, never assumed. */
import type { LoginItemState } from '../contract/desktop-bridge.ts';

/** Whether the app starts when its user logs in. The system holds it, not our settings. */
export interface LoginItem {
  read(): Promise<LoginItemState>;
  set(on: boolean): Promise<void>;
  /** At each start: an entry of ours that names another place is corrected, one that is off stays off. */
  repair(): Promise<void>;
}
