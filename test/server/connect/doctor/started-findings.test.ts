import { describe, expect, it } from 'vitest';
import { offlineWords, startedFindings } from '../../../../src-server/connect/doctor/started-findings.ts';
import type { ClientState, Connection } from '../../../../src-server/contract/clients/connect.ts';
import type { OfflineRegistry } from '../../../../src-server/contract/service/discovery.ts';

const connected = (name: string, facts: Partial<Extract<Connection, { state: 'connected' }>>) =>
  ({
    id: name.toLowerCase(),
    name,
    connection: { state: 'connected', name: 'skills-registry', by: 'command', ...facts },
  }) as ClientState;

const LAST = async () => ({ from: 'remembered', folder: '/mine' }) as const;

const said = async (
  clients: readonly ClientState[],
  offline: () => Promise<OfflineRegistry | undefined> = LAST,
) => (await startedFindings(clients, offline, undefined)).map(({ severity, title }) => [severity, title]);

describe('what a client gets that starts the program by itself', () => {
  it('is told once for all that name no registry', async () => {
    expect(await said([connected('Cursor', {}), connected('Zed', {})])).toEqual([
      [
        'info',
        'Started by Cursor, Zed, the program answers from the running service, otherwise from /mine, the remembered registry.',
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

  it('is the sample or what it is opened in, as long as none is remembered', () => {
    expect(offlineWords(undefined)).toBe('the registry that the client is opened in, else the sample');
  });

  it('is that of a service that hangs', () => {
    expect(offlineWords({ from: 'hung', folder: '/busy' })).toBe(
      '/busy, the registry of the service that does not answer',
    );
  });

  it('is none where the remembered registry is gone, which is an error with its next step', async () => {
    const gone = async () => ({ from: 'remembered', folder: '/gone', isGone: true }) as const;
    expect(await said([connected('Cursor', {})], gone)).toEqual([
      ['info', expect.stringContaining('otherwise from no registry: /gone, the remembered one, is gone')],
      ['error', 'The remembered registry /gone is gone, or can’t be read.'],
    ]);
    const [, finding] = await startedFindings([connected('Cursor', {})], gone, (args) => args.join(' '));
    expect(finding).toMatchObject({ fix: expect.any(String), line: 'serve -r <folder>' });
  });
});
