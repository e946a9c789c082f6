import { describe, expect, it } from 'vitest';
import { lostRegistryLine } from '../../../../src-server/contract/service.ts';
import { discoveryFile } from '../../../support/discovery-file.ts';

const FILE = discoveryFile();
const away = (reason?: string) => ({
  path: '/mine',
  layout: 'registry' as const,
  available: false,
  ...(reason === undefined ? {} : { reason }),
  watching: 'scan' as const,
});
const line = (args: readonly string[]) => args.join(' ');

describe('what is said of a service whose registry is away', () => {
  it('is why, in the words of the service, and how it is stopped', () => {
    const service = { file: FILE, status: { registry: away('A drive was unplugged.') } };
    expect(lostRegistryLine(service, line)).toBe(
      'The service at http://127.0.0.1:8701 serves its registry as it was last read. A drive was unplugged. Restore the folder, or stop the service and serve another registry: stop --port 8701',
    );
  });

  it('names the registry where the service gives no reason', () => {
    expect(lostRegistryLine({ file: FILE, status: { registry: away() } }, line)).toContain(
      ". The registry /mine can't be read now. Restore the folder",
    );
  });

  it('sends to the app whose service it is', () => {
    const service = { file: { ...FILE, app: 'tray' as const }, status: { registry: away('It is gone.') } };
    expect(lostRegistryLine(service, line)).toMatch(
      /It is gone\. Restore the folder, or open another registry in the app\.$/,
    );
  });
});
