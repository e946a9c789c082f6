import { existsSync } from 'node:fs';
import type { CommandState } from '../../contract/command.ts';
import type { DoctorFinding } from '../../contract/connect.ts';
import type { ServiceProbe } from '../../contract/discovery.ts';
import { strayPointers } from '../pointer/stray-pointers.ts';
import { clientFindings } from './client-findings.ts';
import { commandFindings } from './command-findings.ts';
import { firstFindings, isBeforeFirst } from './first-findings.ts';
import { proxyFindings, surroundingFindings } from './machine-findings.ts';
import { pointerFindings } from './pointer-findings.ts';
import { type ServiceOptions, serviceFinding, severalFindings } from './service-findings.ts';
import { startedFindings } from './started-findings.ts';

export interface DoctorOptions extends ServiceOptions {
  /** The command that the app installed, or didn't. */
  readonly command: CommandState;
  /** Who answers at a base URL. */
  readonly probe: (baseUrl: string) => Promise<ServiceProbe>;
  /** Which of several services is meant, in a sentence; absent where one runs at most. */
  readonly several?: string | undefined;
  /** What `startedFrom` says; absent where it isn't known. */
  readonly startedFrom?: string;
}

/**
 * Looks for what commonly keeps clients from reaching the service. A finding with a `fix` is gone once that was done;
 * one without is only to be known.
 */
export async function examine(options: DoctorOptions): Promise<readonly DoctorFinding[]> {
  const { place, target, clients, command, several, ownLine, startedFrom: from } = options;
  const probe = await options.probe(new URL(target.mcpUrl).origin);
  return [
    ...(probe === 'none-of-ours' && isBeforeFirst(options)
      ? firstFindings(options)
      : [await serviceFinding(probe, options)]),
    ...severalFindings(several),
    ...proxyFindings(place),
    ...(probe === 'ours' ? surroundingFindings(place) : []),
    ...commandFindings(command),
    ...clients.flatMap((client) => clientFindings(client, ownLine)),
    ...pointerFindings(await strayPointers(place, clients), ownLine),
    ...startedFindings(clients, from, { isThere: existsSync, ownLine }),
  ];
}
