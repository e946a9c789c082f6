import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { userFolders } from '../../src-server/platform/user-folders.ts';
import type { AppNotice, RegistriesState } from '../contract/desktop-bridge.ts';
import { NOTICES } from '../notice-texts.ts';
import { startRegistryProcess } from '../server/job-process.ts';
import type { ProcessDependencies } from '../server/service-process.ts';
import { type AddedRegistries, createAddedRegistries } from './added-registries.ts';
import { createDailyCheck } from './daily-check.ts';

export interface DesktopRegistriesOptions {
  readonly processes: ProcessDependencies;
  /** Daily check. */
  readonly isOn: () => boolean;
  readonly onState: (state: RegistriesState) => void;
  /** List changed. */
  readonly onList: () => void;
  readonly tell: (notice: AppNotice) => void;
  readonly dismiss: (id: AppNotice['id']) => void;
}

export interface DesktopRegistries extends AddedRegistries {
  /** Reads the list, if any, and asks what is due. */
  begin(): Promise<void>;
}

export function createDesktopRegistries(options: DesktopRegistriesOptions): DesktopRegistries {
  const { processes, isOn, onState, onList, tell, dismiss } = options;
  let known: RegistriesState['registries'] = null;
  const added = createAddedRegistries({
    start: (onProgress) => startRegistryProcess(processes, onProgress),
    onState(state) {
      onState(state);
      if (state.registries === known) return;
      known = state.registries;
      if (!known?.some(({ update }) => update !== null)) dismiss('registry-update');
      onList();
    },
  });
  const daily = createDailyCheck({
    clock: processes.clock,
    isOn: () => isOn() && !process.env['CI'],
    state: () => added.state,
    check: (names) => added.check(names),
    onFound(found, taken) {
      if (taken.length > 0) tell(NOTICES.registriesTaken(taken));
      if (found.length > 0) tell(NOTICES.registryUpdates(found));
    },
  });
  return {
    ...added,
    get state() {
      return added.state;
    },
    async begin() {
      const list = join(userFolders(process.env).data, 'registries', 'registries.json');
      if (existsSync(list)) await added.refresh();
      await daily.look();
    },
    close() {
      daily.stop();
      added.close();
    },
  };
}
