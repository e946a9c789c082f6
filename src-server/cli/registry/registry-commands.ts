import { WriteRefused } from '../../platform/guarded-path.ts';
import { userFolders } from '../../platform/user-folders.ts';
import { sizeWords } from '../../registries/copy.ts';
import type { ManageOptions, Registries } from '../../registries/manage-registries.ts';
import { manageRegistries } from '../../registries/manage-registries.ts';
import { describeFullDisk, RegistryRefusal, WrongRequest } from '../../registries/registry-refusal.ts';
import { openRegistryStore, type RegistryStore } from '../../registries/registry-store.ts';
import { throttled } from '../../throttled.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';

export interface OpenedRegistries {
  readonly registries: Registries;
  readonly store: RegistryStore;
}

const PROGRESS_MS = 3_000;

/** Refusals become `CliError`. */
export async function workOnRegistries(
  io: CliIo,
  work: (added: OpenedRegistries) => Promise<void>,
): Promise<void> {
  const store = openRegistryStore(userFolders(io.env).data);
  try {
    const options: ManageOptions = {
      ...{ env: io.env, onProgress: createProgress(io) },
    };
    await work({ registries: manageRegistries(store, options), store });
  } catch (cause) {
    const error = describeFullDisk(cause);
    if (error instanceof WrongRequest) throw new CliError(EXIT_CODES.usage, error.message);
    if (error instanceof RegistryRefusal || error instanceof WriteRefused)
      throw new CliError(EXIT_CODES.failed, error.message);
    throw error;
  }
}

/** Undefined without terminal. */
export async function agrees(question: string, io: CliIo): Promise<boolean | undefined> {
  const answer = await io.ask(`${question} [y/N] `);
  return answer === undefined ? undefined : /^y(?:es)?$/i.test(answer.trim());
}

function createProgress(io: CliIo): (bytes: number) => void {
  return throttled(PROGRESS_MS, (bytes) => {
    if (io.isTyped) io.err(`Received ${sizeWords(bytes)} …`);
  });
}
