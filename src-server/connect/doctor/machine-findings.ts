import type { DoctorFinding } from '../../contract/clients/connect.ts';
import type { Machine } from '../machine.ts';
import { isMirrored, surroundingsOf } from '../machine.ts';

/** Warns of proxies for local requests. */
export function proxyFindings({ env }: Machine): readonly DoctorFinding[] {
  const read = (name: string) => env[name.toLowerCase()] ?? env[name];
  const proxy = ['HTTP_PROXY', 'ALL_PROXY'].find((name) => read(name) !== undefined && read(name) !== '');
  if (proxy === undefined) return [];
  const exceptions = (read('NO_PROXY') ?? '').split(',').map((part) => part.trim().replace(/:\d+$/, ''));
  if (exceptions.includes('*') || exceptions.includes('127.0.0.1') || exceptions.includes('127.0.0.0/8'))
    return [];
  // Programs that know both names prefer the lower-case one.
  const name = env['no_proxy'] === undefined ? 'NO_PROXY' : 'no_proxy';
  const all = [...exceptions.filter((part) => part !== ''), '127.0.0.1', 'localhost'];
  return [
    {
      severity: 'warning',
      title: `${proxy} is set and NO_PROXY does not except 127.0.0.1, so clients may ask the proxy for this machine.`,
      fix: 'Set it where your clients are started, then start them again.',
      line: `${name}=${all.join(',')}`,
    },
  ];
}

/** Clients with another 127.0.0.1: WSL, containers, SSH. */
export function surroundingFindings(machine: Machine): readonly DoctorFinding[] {
  switch (surroundingsOf(machine)) {
    case 'wsl':
      return isMirrored(machine)
        ? []
        : note('This is WSL: clients on Windows reach the service if WSL forwards localhost, as by default.');
    case 'container':
      return note(
        'This is a container: clients in the container reach the service. Clients on your computer need a forwarded port; editors forward ports automatically.',
      );
    case 'ssh':
      return note(
        'This is a remote machine: clients on this machine reach the service. Clients on your computer need a forwarded port: ssh -L 8701:127.0.0.1:8701 <host>.',
      );
    default:
      return [];
  }
}

function note(title: string): readonly DoctorFinding[] {
  return [{ severity: 'info', title }];
}
