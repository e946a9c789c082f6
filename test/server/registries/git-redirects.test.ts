import { createServer, type Server } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FETCH_LIMITS } from '../../../src-server/registries/copy.ts';
import { openOrigin } from '../../../src-server/registries/git-copy.ts';
import { type Addition, manageRegistries } from '../../../src-server/registries/manage-registries.ts';
import { openRegistryStore } from '../../../src-server/registries/registry-store.ts';
import { type GitServer, skillFiles, startGitServer } from '../../support/git-server.ts';
import { listening } from '../../support/listening.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

async function repositoryHost(): Promise<GitServer & { readonly address: string }> {
  const server = await startGitServer();
  const repository = server.repository();
  repository.commit(skillFiles('tiny'));
  repository.publish();
  return Object.assign(server, { address: `${server.url}/team.git` });
}

/** A host that answers everything with an address, and counts its requests. */
async function redirecting(locationOf: (path: string) => string) {
  const asked: string[] = [];
  const server: Server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(302, { location: locationOf(url) }).end();
  });
  const { url } = await listening(server);
  return { url, asked, address: `${url}/team.git` };
}

const open = (url: string, allow?: (from: string, to: string) => Promise<boolean>) =>
  openOrigin(
    { url, ref: undefined, folder: undefined },
    { env: process.env, store: temporaryFolder(), limits: FETCH_LIMITS },
    allow,
  );

const registriesOf = () => manageRegistries(openRegistryStore(temporaryFolder()), { env: process.env });

describe('an address that leads to another host', () => {
  it('is asked about before that host gets a request, and its address is added', async () => {
    const host = await repositoryHost();
    const first = await redirecting((path) => `${host.url}${path}`);
    const questions: string[] = [];
    const found = await registriesOf().prepare(
      { address: first.address, follow: false },
      async (from, to) => {
        questions.push(`${from} → ${to}`);
        expect(host.requests).toEqual([]);
        return true;
      },
    );
    expect(questions).toEqual([`${first.address} → ${host.address}`]);
    expect((found as Addition).registry.address).toBe(host.address);
    await (found as Addition).discard();
  });

  it.each([
    ['nobody can be asked', undefined],
    ['the answer is no', async () => false],
  ])('is refused with the address to add, and that host gets no request, where %s', async (_, allow) => {
    const host = await repositoryHost();
    const first = await redirecting((path) => `${host.url}${path}`);
    await expect(open(first.address, allow)).rejects.toThrow(
      `${first.address} leads to another host: ${host.address}. Nothing was taken from there. If you trust that host, add that address: skills-registry registry add ${host.address}`,
    );
    expect(host.requests).toEqual([]);
  });

  it('is asked about at each host of a chain', async () => {
    const host = await repositoryHost();
    const second = await redirecting((path) => `${host.url}${path}`);
    const first = await redirecting((path) => `${second.url}${path}`);
    const asked: string[] = [];
    const { url } = await open(first.address, async (_, to) => asked.push(to) > 0);
    expect(asked).toEqual([second.address, host.address]);
    expect(url).toBe(host.address);
  });

  it('that leads back to itself for ever is given up', async () => {
    const first = await redirecting((path) => path);
    await expect(open(first.address, async () => true)).rejects.toThrow('redirects more than 5 times');
  });

  it.each([
    ['a user and a password', 'https://me:s3cret@other.example/team.git/info/refs', /a user or password/],
    ['a file', 'file:///etc/passwd', /begins with file:/],
    ['another protocol', 'ext::sh -c id', /begins with ext:/],
    ['plain HTTP elsewhere', 'http://other.example/team.git/info/refs', /may not lead to/],
    ['no repository', 'https://other.example/login', /no address of a registry/],
    ['no address', 'https://[', /no address/],
    ['an address without end', `https://other.example/${'a'.repeat(5_000)}/info/refs`, /no address/],
  ])('is refused, and nothing of it is shown, where it is %s', async (_, location, sentence) => {
    const first = await redirecting(() => location);
    const failure = open(first.address, async () => true);
    await expect(failure).rejects.toThrow(sentence);
    await expect(failure).rejects.not.toThrow('s3cret');
  });

  it('is refused at an update, with the address to add, and the copy stays', async () => {
    const [host, other] = [await repositoryHost(), await repositoryHost()];
    const registries = registriesOf();
    const found = (await registries.prepare({ address: host.address, follow: false })) as Addition;
    await found.add();
    host.intercept = ({ url = '' }, response) => {
      response.writeHead(301, { location: `${other.url}${url}` }).end();
      return true;
    };
    const { error, commit } = await registries.check('team');
    expect(error).toContain(`leads to another host: ${other.address}.`);
    expect(error).toContain(`skills-registry registry add ${other.address}`);
    expect(commit).toBe(found.registry.commit);
    expect(other.requests).toEqual([]);
  });

  it('at the second request only is refused', async () => {
    const [host, other] = [await repositoryHost(), await repositoryHost()];
    host.intercept = ({ method, url = '' }, response) => {
      if (method !== 'POST') return false;
      response.writeHead(307, { location: `${other.url}${url}` }).end();
      return true;
    };
    await expect(open(host.address, async () => true)).rejects.toThrow(/leads (?:elsewhere|to)/);
    expect(other.requests).toEqual([]);
  });
});

it('an address that leads to another path of its host is followed, and stays as it was typed', async () => {
  const host = await repositoryHost();
  host.intercept = ({ url = '' }, response) => {
    if (!url.startsWith('/old/')) return false;
    response.writeHead(301, { location: url.replace('/old/', '/') }).end();
    return true;
  };
  const found = (await registriesOf().prepare({
    address: `${host.url}/old/team.git`,
    follow: false,
  })) as Addition;
  expect(found.registry).toMatchObject({ address: `${host.url}/old/team.git`, skills: 1 });
  await found.discard();
});

it('an exported site that leads to another host is refused with the address to add', async () => {
  const first = createServer(({ url = '' }, response) => {
    if (url.includes('info/refs')) response.writeHead(404).end();
    else response.writeHead(302, { location: `https://other.example${url}` }).end();
  });
  const { url } = await listening(first);
  await expect(open(`${url}/site`)).rejects.toThrow(
    `leads to another host: https://other.example/site. Nothing was taken from there.`,
  );
});
