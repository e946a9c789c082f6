import { describe, expect, it } from 'vitest';
import { startedFindings, startedFrom } from '../../../../src-server/connect/doctor/started-findings.ts';
import type { ClientState, Connection } from '../../../../src-server/contract/connect.ts';

const connected = (name: string, facts: Partial<Extract<Connection, { state: 'connected' }>>) =>
  ({
    id: name.toLowerCase(),
    name,
    connection: { state: 'connected', name: 'skills-registry', by: 'command', ...facts },
  }) as ClientState;

const LAST = async () => startedFrom({ served: '/mine', last: '/mine' });

const said = async (clients: readonly ClientState[], from = LAST) =>
  (await startedFindings(clients, from, undefined)).map(({ severity, title }) => [severity, title]);

describe('what a client gets that starts the program by itself', () => {
  it('is told once for all that name no registry', async () => {
    expect(await said([connected('Cursor', {}), connected('Zed', {})])).toEqual([
      [
        'info',
        'Started by Cursor, Zed, the program answers from the service that runs, else from /mine, the registry of the service that was started last.',
      ],
    ]);
  });

  it('is the registry that it names', async () => {
    expect(await said([connected('Cursor', { registry: '/theirs' })])).toEqual([
      ['info', 'Started by Cursor, the program answers from /theirs.'],
    ]);
  });

  it('is nothing where that registry is gone', async () => {
    expect(await said([connected('Cursor', { registry: '/theirs', lacksRegistry: 'gone' })])).toEqual([
      ['warning', 'Cursor starts the program for /theirs, which is gone.'],
    ]);
  });

  it('is not looked for where nobody needs it', async () => {
    const from = async () => {
      throw new Error('A disk was looked at.');
    };
    const clients = [connected('Cursor', { by: 'address' }), connected('Zed', { registry: '/theirs' })];
    expect(await said(clients, from)).toHaveLength(1);
  });

  it('is not told of who asks an address, or isn’t connected', async () => {
    const absent = { ...connected('Zed', {}), connection: { state: 'absent' } } as ClientState;
    expect(await said([connected('Cursor', { by: 'address' }), absent])).toEqual([]);
  });

  it('is the sample or what it is opened in, as long as nothing was served', () => {
    expect(startedFrom({})).toContain('the sample, until you serve another one');
  });

  it('is before all others that of a service that hangs', () => {
    expect(startedFrom({ hung: '/busy', served: '/mine', last: '/mine' })).toBe(
      '/busy, the registry of the service that does not answer',
    );
  });

  it('is not what was started last where that is gone, which is said', () => {
    expect(startedFrom({ last: '/gone' })).toContain(
      'since /gone, the registry of the service that was started last, is none now',
    );
  });
});
