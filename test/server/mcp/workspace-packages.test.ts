import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { withWorkspacePackages } from '../../../src-server/mcp/sdk/workspace-packages.ts';

const CALL = { name: 'match_project', arguments: { max_tokens: 500 } };

const client = (uris: readonly string[] | undefined) => ({
  getClientCapabilities: () => (uris === undefined ? {} : { roots: {} }),
  listRoots: vi.fn(async () => ({ roots: (uris ?? []).map((uri) => ({ uri })) })),
});

const readFolder = async (folder: string) => {
  if (folder.endsWith('broken')) throw new Error('no project');
  return [`pkg:npm/${folder.split(/[\\/]/).at(-1)}`];
};

const uri = (name: string) => pathToFileURL(`/work/${name}`).href;

describe('match_project without packages', () => {
  it('reads the workspace’s roots; one that is no project has no packages', async () => {
    const roots = client([uri('one'), uri('broken'), 'https://example.com/x', uri('two')]);
    expect(await withWorkspacePackages('tools/call', CALL, roots, readFolder)).toEqual({
      name: 'match_project',
      arguments: { max_tokens: 500, packages: ['pkg:npm/one', 'pkg:npm/two'] },
    });
  });

  it('asks nobody where packages are given, another tool is called, or the client has no roots', async () => {
    const roots = client([uri('one')]);
    const given = { name: 'match_project', arguments: { packages: [] } };
    expect(await withWorkspacePackages('tools/call', given, roots, readFolder)).toBe(given);
    const other = { name: 'get_skill', arguments: {} };
    expect(await withWorkspacePackages('tools/call', other, roots, readFolder)).toBe(other);
    expect(await withWorkspacePackages('tools/call', CALL, roots, undefined)).toBe(CALL);
    expect(roots.listRoots).not.toHaveBeenCalled();
    expect(await withWorkspacePackages('tools/call', CALL, client(undefined), readFolder)).toBe(CALL);
  });

  it('gives no more than one request may hold', async () => {
    const many = async () => Array.from({ length: 9_000 }, (_, place) => `pkg:npm/package-${place}`);
    const { arguments: args } = await withWorkspacePackages('tools/call', CALL, client([uri('x')]), many);
    const { packages } = args as { packages: readonly string[] };
    expect(packages).toHaveLength(5_000);
    expect(JSON.stringify(packages).length).toBeLessThan(256 * 1024);
  });
});
