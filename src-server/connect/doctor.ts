/** Finds out why a client gets no answer. Each finding has the command that mends it. */
import { dirname } from 'node:path';
import { parse } from 'jsonc-parser';
import { isJsonObject, type JsonObject } from '../contract/api.ts';
import {
  type ClientState,
  COMMAND_NAME,
  type ConnectTarget,
  type McpClientId,
} from '../contract/clients/clients.ts';
import { LIMITS } from '../contract/limits.ts';
import {
  type Advice,
  CONTAINER_HOST,
  type DiscoveryFile,
  isLoopbackName,
  killLine,
  type LostRegistryService,
  lostRegistryAdvice,
  portOf,
  type ServiceProbe,
} from '../contract/service.ts';
import { isAtOrBelow } from '../platform/files.ts';
import { readSettingsText } from '../platform/plain-file.ts';
import { lackWords } from './connector.ts';
import { expandPath, isMirrored, type Machine, type PortOwner, surroundingsOf } from './machine.ts';

/** One thing that `doctor` found, good or bad, about the service or about a client, with advice. */
export interface DoctorFinding extends Advice {
  readonly kind: 'service' | 'not-installed' | 'no-entry' | 'wrong-entry' | 'never-called' | 'hook';
  readonly severity: 'ok' | 'info' | 'warning' | 'error';
  readonly client?: McpClientId;
}

export interface DoctorOptions {
  readonly machine: Machine;
  readonly target: ConnectTarget;
  readonly clients: readonly ClientState[];
  /** What the settings of the folder say in which clients work. */
  readonly inFolder?: readonly ClientState[];
  /** These services of the user run and don’t answer. */
  readonly silent: readonly DiscoveryFile[];
  /** These services run and have lost their registry. */
  readonly away: readonly LostRegistryService[];
  readonly probe: (baseUrl: string) => Promise<ServiceProbe>;
  /** Sends a trial event to the address of a hook. */
  readonly tryHook: (url: string) => Promise<HookTrial>;
  readonly findPortOwner: (port: number) => Promise<PortOwner | undefined>;
  /** Formats the words of a command as a line for a terminal. */
  readonly cliLine: (args: readonly string[]) => string;
}

/** What became of a trial event. `off`: the service tells nothing unasked. `token`: it asks for its token. */
export type HookTrial = 'answered' | 'off' | 'token' | 'silent';

/** Examines the service, the surroundings and each client. `cwd` is the folder in which clients work. */
export async function examine(options: DoctorOptions, cwd: string): Promise<readonly DoctorFinding[]> {
  const { machine, clients, cliLine } = options;
  const findings = clients.flatMap((client) => clientFindings(client, cliLine));
  const none: DoctorFinding = {
    kind: 'not-installed',
    severity: 'info',
    title: 'No client was found on this computer.',
    fix: 'Name the one that you use.',
    line: cliLine(['connect', '<client>', '--write']),
  };
  return [
    await serviceFinding(options),
    ...proxyFindings(machine),
    ...(findings.length === 0 ? [none] : findings),
    ...clients.flatMap((client) => trustFindings(client, machine, cwd)),
    ...(options.inFolder ?? []).flatMap(switchFindings),
    ...(await hookFindings(options)),
  ];
}

/** Says whether the service answers at the address of the clients, and if not, why. */
async function serviceFinding(options: DoctorOptions): Promise<DoctorFinding> {
  const { machine, target, clients, silent, away, cliLine } = options;
  const url = new URL(target.mcpUrl);
  const { origin, hostname } = url;
  const finding = (severity: DoctorFinding['severity'], advice: Advice): DoctorFinding => ({
    kind: 'service',
    severity,
    ...advice,
  });
  const lost = away.find(({ file }) => file.mcpUrl === target.mcpUrl);
  if (lost !== undefined) return finding('error', lostRegistryAdvice(lost, cliLine));
  const hung = silent.find(({ mcpUrl }) => mcpUrl === target.mcpUrl);
  if (hung !== undefined)
    return finding('error', {
      title: `The service at ${hung.url}, which serves ${hung.registry}, does not answer.`,
      fix: `If process ${hung.pid} is still skills-registry, it hangs: end it.`,
      line: killLine(hung.pid, machine.platform, true),
    });
  const probe = await options.probe(origin);
  if (probe === 'ours') return finding('ok', { title: `The service answers at ${origin}.` });
  if (probe === 'refuses-name')
    return finding('error', {
      title: `The service at ${origin} doesn’t answer to the name ${hostname}: it takes the asker for a page of another site.`,
      fix: 'Where it runs, end it and start it again with that name.',
      line: `${COMMAND_NAME} serve --allowed-host ${hostname}`,
    });
  const ways = clients.flatMap(({ connection }) => ('by' in connection ? [connection.by] : []));
  const isNeeded = ways.includes('address') || (ways.length === 0 && target.prefers !== 'command');
  const port = portOf(url);
  const owner = isLoopbackName(hostname) ? await options.findPortOwner(Number(port)) : undefined;
  if (owner !== undefined)
    return finding(isNeeded ? 'error' : 'warning', {
      title: `Port ${port} belongs to another program: ${owner.name ?? 'a program'} (process ${owner.pid}).`,
      fix: `End it (${killLine(owner.pid, machine.platform, false)}), or serve on another port and connect your clients again.`,
      line: cliLine(['serve', '--port', String(Number(port) + 1)]),
    });
  if (isNeeded) return finding('error', nothingAnswers(url, options));
  const title = `No service answers at ${origin}. No service is needed: connected clients start the program.`;
  return finding('info', { title });
}

function nothingAnswers(url: URL, { machine, cliLine }: DoctorOptions): Advice {
  const title = `Nothing answers at ${url.origin}.`;
  const port = portOf(url);
  if (!isLoopbackName(url.hostname) && url.hostname !== CONTAINER_HOST)
    return { title, fix: 'Start it there, or look at the address again.' };
  const line = cliLine(['serve', '--port', port]);
  const surroundings = surroundingsOf(machine);
  if (surroundings === 'container')
    return {
      title: `${title} This is a container, so 127.0.0.1 is not your computer.`,
      fix: `Start the service in here. Or, to use one on your computer, serve to containers there; on Linux add -H 0.0.0.0, and start the container with --add-host=${CONTAINER_HOST}:host-gateway.`,
      line: `${COMMAND_NAME} serve --port ${port} --allowed-host ${CONTAINER_HOST}`,
    };
  if (surroundings === 'wsl' && !isMirrored(machine))
    return {
      title: `${title} This is WSL, where 127.0.0.1 is not Windows: a service there isn’t reached.`,
      fix: 'Write networkingMode=mirrored under [wsl2] in %UserProfile%\\.wslconfig, run wsl --shutdown, and start the service on Windows. Or start it in here.',
      line,
    };
  return { title, fix: 'Start the service here, or in the app.', line };
}

/** Warns of a proxy that clients may ask for this machine. */
function proxyFindings({ env }: Machine): readonly DoctorFinding[] {
  const read = (name: string) => env[name.toLowerCase()] ?? env[name] ?? '';
  const proxy = ['HTTP_PROXY', 'ALL_PROXY'].find((name) => read(name) !== '');
  const exceptions = read('NO_PROXY').split(',');
  const isExcepted = exceptions.some((part) => /^(?:\*|127\.0\.0\.(?:1|0\/8))$/.test(part.trim()));
  if (proxy === undefined || isExcepted) return [];
  const all = [...exceptions.filter((part) => part !== ''), '127.0.0.1', 'localhost'];
  return [
    {
      kind: 'service',
      severity: 'warning',
      title: `${proxy} is set and NO_PROXY does not except 127.0.0.1, so clients may ask the proxy for this machine.`,
      fix: 'Set it where your clients are started, then start them again.',
      line: `${env['no_proxy'] === undefined ? 'NO_PROXY' : 'no_proxy'}=${all.join(',')}`,
    },
  ];
}

function clientFindings(
  { id, name, installed, connection, seen, settingsFile: file, writable }: ClientState,
  cliLine: DoctorOptions['cliLine'],
): readonly DoctorFinding[] {
  const connect = (...options: readonly string[]) => cliLine(['connect', id, ...options]);
  const entryFinding = (title: string, fix = 'Connect it again.', line = connect('--write')) =>
    ({ kind: 'wrong-entry', severity: 'error', client: id, title, fix, line }) as const;
  switch (connection.state) {
    case 'absent': {
      if (!installed || seen?.lastCall !== undefined) return [];
      const title = `${name} has no entry of ours.`;
      const line = writable ? connect('--write') : connect();
      return [{ kind: 'no-entry', severity: 'info', client: id, title, fix: 'Connect it.', line }];
    }
    case 'unreadable':
      return [entryFinding(`${name}: ${connection.reason}`, 'Mend the file, then connect it.')];
    case 'broken':
      return connection.faults.map(({ says }) =>
        entryFinding(`${name}: its entry in ${file} can't work. ${says}`),
      );
    case 'outdated': {
      const { by, says } = connection;
      const what = by === 'address' ? `says ${says}; the service is elsewhere` : 'starts another copy of us';
      return [{ ...entryFinding(`${name}: ${file} ${what}.`), severity: 'warning' }];
    }
  }
  const { registry, lacksRegistry } = connection;
  if (lacksRegistry !== undefined)
    return [
      entryFinding(
        `${name} starts the program for ${registry}, which ${lackWords(lacksRegistry)}.`,
        'Restore the folder, or name another registry.',
        connect('-r', '<folder>', '--write'),
      ),
    ];
  const called = { kind: 'never-called', client: id } as const;
  if (seen?.lastCall !== undefined)
    return [{ ...called, severity: 'ok', title: `${name} is connected, and has called.` }];
  if (!installed && seen === undefined) {
    const title = `${name} is set up, and was not found on this computer.`;
    const fix = 'Install it, or take the entry out.';
    return [{ kind: 'not-installed', severity: 'info', client: id, title, fix, line: connect('--remove') }];
  }
  const title = `${name} is connected, and has not called yet.`;
  const fix = 'Start a new session in it, and ask it about a library. So that it asks by itself.';
  return [{ ...called, severity: 'info', title, fix, line: connect('--pointer', '--write') }];
}

/** Says of each hook whether it asks the service, and whether that answers. */
async function hookFindings({ clients, tryHook, cliLine }: DoctorOptions): Promise<readonly DoctorFinding[]> {
  const trials = new Map<string, Promise<HookTrial>>();
  const trialOf = (url: string) => {
    const trial = trials.get(url) ?? tryHook(url);
    trials.set(url, trial);
    return trial;
  };
  const found = clients.map(async ({ id, name, hook }): Promise<readonly DoctorFinding[]> => {
    if (hook === undefined || hook.state === 'absent') return [];
    const { state, settingsFile: file, url, says, note } = hook;
    const finding = (severity: DoctorFinding['severity'], advice: Advice): readonly DoctorFinding[] => [
      { kind: 'hook', client: id, severity, ...advice },
    ];
    const line = cliLine(['connect', id, '--hook', '--write']);
    if (state === 'unreadable') return finding('error', { title: `${name}: ${says}`, fix: 'Mend the file.' });
    if (state === 'outdated')
      return finding('warning', {
        title: `${name}: its hook in ${file} asks another address, or is of an older version.`,
        fix: 'Write it again.',
        line,
      });
    const trial = await trialOf(url);
    if (trial === 'answered')
      return finding('ok', {
        title: `${name} has the hook, and ${url} answers.`,
        ...(note !== undefined && { fix: note }),
      });
    const but = (what: string) => `${name} has the hook, but ${url} ${what}.`;
    switch (trial) {
      case 'off':
        return finding('warning', {
          title: but('tells nothing unasked'),
          fix: 'Other machines can ask the service: allow it there.',
          line: `${COMMAND_NAME} serve --allow-hook`,
        });
      case 'token':
        return finding('warning', {
          title: but('asks for its token, which hooks don’t send'),
          fix: 'Serve on this computer without a token, or take the hook out.',
          line: cliLine(['connect', id, '--hook', '--remove']),
        });
      case 'silent':
        return finding('warning', {
          title: but('does not answer'),
          fix: 'Start the service. Until then nothing is told, and edits go on.',
        });
    }
  });
  return (await Promise.all(found)).flat();
}

/** Warns of an entry in the folder that settings switch off. */
function switchFindings({ id, name, connection, settingsFile: file }: ClientState): readonly DoctorFinding[] {
  if (connection.state !== 'broken') return [];
  return connection.faults
    .filter(({ kind }) => kind === 'disabled')
    .map(({ says }) => ({
      kind: 'wrong-entry',
      severity: 'warning',
      client: id,
      title: `${name}: its entry in ${file} can't work. ${says}`,
    }));
}

/** Warns of a folder that Gemini CLI does not trust: it switches all servers off there. */
function trustFindings(
  { id, name, connection }: ClientState,
  machine: Machine,
  cwd: string,
): readonly DoctorFinding[] {
  if (id !== 'gemini-cli' || connection.state !== 'connected' || isTrustedByGemini(machine, cwd)) return [];
  return [
    {
      kind: 'wrong-entry',
      severity: 'warning',
      client: id,
      title: `${name} does not trust ${cwd}, and switches all servers off there.`,
      fix: 'Say in Gemini CLI, started in that folder.',
      line: '/permissions trust',
    },
  ];
}

function isTrustedByGemini(machine: Machine, cwd: string): boolean {
  const settings = readGemini('settings.json', machine)['security'];
  const trust = isJsonObject(settings) ? settings['folderTrust'] : undefined;
  if (machine.env['GEMINI_CLI_TRUST_WORKSPACE'] === 'true') return true;
  if (isJsonObject(trust) && trust['enabled'] === false) return true;
  const [closest] = Object.entries(readGemini('trustedFolders.json', machine))
    .filter(([path, level]) => isAtOrBelow(cwd, level === 'TRUST_PARENT' ? dirname(path) : path))
    .toSorted(([a], [b]) => b.length - a.length);
  return closest !== undefined && closest[1] !== 'DO_NOT_TRUST';
}

function readGemini(name: string, machine: Machine): JsonObject {
  try {
    const file = expandPath(`<GEMINI_CLI_HOME|~>/.gemini/${name}`, machine) ?? '';
    const value: unknown = parse(readSettingsText(file, LIMITS.projectFileBytes), [], {
      allowTrailingComma: true,
    });
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
