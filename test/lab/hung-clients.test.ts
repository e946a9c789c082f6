import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { packageRoot } from '../../src-server/built-files.ts';
import { startCli, temporaryUserFolder } from '../support/built-cli.ts';
import { createDiskLab, noDiskLab } from '../support/disk-lab/disk-lab.ts';
import { temporaryFolder } from '../support/temporary-registry.ts';
import { eventually } from '../support/test-server.ts';
import { unless } from '../support/unless.ts';

describe('clients whose settings name what lies on a disk that hangs', unless(noDiskLab), () => {
  it('keep neither the list of them nor the doctor from telling what is so', async () => {
    const userFolder = temporaryUserFolder();
    const hung = temporaryFolder();
    const script = join(packageRoot(), 'dist', 'server', 'skills-registry.cjs');
    for (const [folder, entry] of [
      ['.cursor', { command: process.execPath, args: [script, 'mcp', '-r', hung] }],
      ['.gemini', { command: join(hung, 'skills-registry'), args: ['mcp'] }],
    ] as const) {
      mkdirSync(join(userFolder, folder));
      const file = folder === '.cursor' ? 'mcp.json' : 'settings.json';
      writeFileSync(
        join(userFolder, folder, file),
        JSON.stringify({ mcpServers: { 'skills-registry': entry } }),
      );
    }
    const lab = createDiskLab();
    lab.hang(hung);
    const inLab = { userFolder, env: lab.env };
    const list = startCli(['connect'], inLab);
    await eventually(list.out, (text) => text.includes(`its registry ${hung} can’t be looked at now`));
    const doctor = startCli(['connect', '--doctor'], inLab);
    await eventually(doctor.out, (text) => text.includes(`for ${hung}, which can’t be looked at now`));
  });
});
