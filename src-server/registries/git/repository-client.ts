/** Smart HTTP, protocol 2 or 0: https://git-scm.com/docs/protocol-v2 */
import { printable } from '../../contract/words/printable.ts';
import type { OriginAnswer, OriginClient } from '../origin-client.ts';
import { AccessRefused, NoRepository, RegistryRefusal } from '../registry-refusal.ts';
import { tokenVariable } from '../token-variable.ts';
import { DELIMITER, FLUSH, type Packet, packetLine, readPackets } from './pkt-line.ts';

export interface Ref {
  /** `HEAD`, `refs/heads/…` or `refs/tags/…` */
  readonly name: string;
  /** Annotated tags are peeled. */
  readonly commit: string;
}

export interface PackRequest {
  readonly commit: string;
  /** Omits larger files, if supported. */
  readonly largestFile?: number;
  /** Known commit; default: no history. */
  readonly since?: string;
}

export interface RepositoryClient {
  /** HEAD, branches and tags. */
  refs(prefixes: readonly string[]): Promise<readonly Ref[]>;
  /** Whole history if the server doesn't know `since`. */
  pack(request: PackRequest): Promise<Buffer>;
}

/** All branches and tags. Parsed, several times as large. */
export const MAX_REFS_BYTES = 16 * 1024 * 1024;
const AGENT = 'agent=skills-registry';
const SERVICE = 'git-upload-pack';
const MEDIA_TYPE = `application/x-${SERVICE}`;

/** @param url for messages */
export async function openRepository(url: string, client: OriginClient): Promise<RepositoryClient> {
  const answer = await client.send({
    method: 'GET',
    path: `/info/refs?service=${SERVICE}`,
    headers: { 'git-protocol': 'version=2' },
  });
  if (await isDumb(answer))
    throw new RegistryRefusal(
      `${url} is served by the dumb HTTP protocol only, which is not supported. Clone it, and serve the folder: skills-registry serve -r <folder>`,
    );
  refuseAnswer(url, answer, `${MEDIA_TYPE}-advertisement`);
  const lines = await collectLines(readPackets(answer.body));
  const post = async (body: string, version: 0 | 2) => {
    const reply = await client.send({
      method: 'POST',
      path: `/${SERVICE}`,
      headers: {
        'content-type': `${MEDIA_TYPE}-request`,
        accept: `${MEDIA_TYPE}-result`,
        ...(version === 2 ? { 'git-protocol': 'version=2' } : {}),
      },
      body,
    });
    refuseAnswer(url, reply, `${MEDIA_TYPE}-result`);
    return readPackets(reply.body);
  };
  const [first = '', ...rest] = lines.filter((line) => !line.startsWith('# service='));
  return first.trim() === 'version 2' ? speakVersion2(rest, post) : speakVersion0([first, ...rest], post);
}

type Post = (body: string, version: 0 | 2) => Promise<AsyncGenerator<Packet, void>>;

function speakVersion2(lines: readonly string[], post: Post): RepositoryClient {
  const capabilities = new Map(
    lines.map((line): [string, string] => {
      const [name = '', value = ''] = line.trim().split(/=(.*)/s);
      return [name, value];
    }),
  );
  refuseSha256(capabilities.get('object-format'));
  const features = (capabilities.get('fetch') ?? '').split(' ');
  const command = (name: string, args: readonly string[]) =>
    `${packetLine(`command=${name}\n`)}${packetLine(AGENT)}${DELIMITER}${args.map((line) => packetLine(`${line}\n`)).join('')}${FLUSH}`;
  return {
    async refs(prefixes) {
      const args = ['peel', ...prefixes.map((prefix) => `ref-prefix ${prefix}`)];
      return (await collectLines(await post(command('ls-refs', args), 2))).flatMap(parseRef);
    },
    async pack(request) {
      const args = ['no-progress', 'ofs-delta', ...wantLines(request, features), 'done'];
      const packets = await post(command('fetch', args), 2);
      return readPack(packets, request);
    },
  };
}

function speakVersion0(lines: readonly string[], post: Post): RepositoryClient {
  const [first = '', list = ''] = (lines[0] ?? '').split('\0');
  const capabilities = list.trim().split(' ');
  refuseSha256(capabilities.find((one) => one.startsWith('object-format='))?.slice('object-format='.length));
  if (!capabilities.includes('side-band-64k') || !capabilities.includes('shallow'))
    throw new RegistryRefusal('This Git server is too old: the server can’t send a single commit.');
  const all = parseAdvertised([first, ...lines.slice(1)]);
  return {
    refs: async (prefixes) => all.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix))),
    async pack(request) {
      const features = ['side-band-64k', 'ofs-delta', 'no-progress', 'shallow', 'filter'];
      const offered = features.filter((feature) => capabilities.includes(feature));
      const [want = '', ...rest] = wantLines(request, offered);
      const have = rest.filter((line) => line.startsWith('have '));
      const before = rest.filter((line) => !line.startsWith('have '));
      const body = [
        packetLine(`${want} ${[...offered, AGENT].join(' ')}\n`),
        ...before.map((line) => packetLine(`${line}\n`)),
        FLUSH,
        ...have.map((line) => packetLine(`${line}\n`)),
        packetLine('done\n'),
      ];
      return readPack(await post(body.join(''), 0), request);
    },
  };
}

/** `want` comes first. */
function wantLines(
  { commit, largestFile, since }: PackRequest,
  features: readonly string[],
): readonly string[] {
  const canFilter = features.includes('filter');
  const filter = since === undefined ? `blob:limit=${largestFile}` : 'tree:0';
  return [
    `want ${commit}`,
    ...(since === undefined ? ['deepen 1'] : [`shallow ${since}`, `have ${since}`]),
    ...(canFilter && (since !== undefined || largestFile !== undefined) ? [`filter ${filter}`] : []),
  ];
}

/** Joins side-band packets after leading lines. */
async function readPack(packets: AsyncIterable<Packet>, { commit }: PackRequest): Promise<Buffer> {
  const parts: Buffer[] = [];
  let isWhole = false;
  for await (const packet of packets) {
    if (packet === 'flush') isWhole = parts.length > 0;
    if (typeof packet === 'string' || packet.length === 0) continue;
    if (parts.length === 0) {
      const text = packet.toString('utf8', 0, 200);
      if (text.startsWith('ERR ')) throw serverSaid(text.slice(4), commit);
      if (isLine(text)) continue;
    }
    const channel = packet[0];
    if (channel === 3) throw serverSaid(packet.toString('utf8', 1, 500), commit);
    if (channel === 1) parts.push(packet.subarray(1));
  }
  if (!isWhole) throw new RegistryRefusal('The server’s answer was cut off. Try again.');
  return Buffer.concat(parts);
}

function isLine(text: string): boolean {
  return /^(?:acknowledgments|shallow-info|packfile|wanted-refs|ready|NAK|ACK |shallow |unshallow )/.test(
    text,
  );
}

function serverSaid(text: string, commit: string): RegistryRefusal {
  if (/not our ref|unadvertised|no such|bad object|not a valid/i.test(text))
    return new RegistryRefusal(`The repository has no commit ${commit}, or doesn't give it.`);
  return new RegistryRefusal(`The server refused: ${printable(text.trim().slice(0, 200))}`);
}

async function collectLines(packets: AsyncIterable<Packet>): Promise<readonly string[]> {
  const lines: string[] = [];
  let length = 0;
  for await (const packet of packets) {
    if (typeof packet === 'string') continue;
    const line = packet.toString('utf8').replace(/\n$/, '');
    if (line.startsWith('ERR ')) throw serverSaid(line.slice(4), '');
    length += line.length;
    if (length > MAX_REFS_BYTES) throw new RegistryRefusal('The repository has too many branches and tags.');
    lines.push(line);
  }
  return lines;
}

/** `<id> <name>[ peeled:<id>]` */
function parseRef(line: string): readonly Ref[] {
  const [, id = '', name = '', more = ''] = /^([0-9a-f]{40}) (\S+)(.*)$/.exec(line) ?? [];
  const peeled = /\bpeeled:([0-9a-f]{40})/.exec(more)?.[1];
  return id === '' ? [] : [{ name, commit: peeled ?? id }];
}

/** `<id> <name>`; for annotated tags also `<id> <name>^{}` with the commit. */
export function parseAdvertised(lines: readonly string[]): readonly Ref[] {
  const found = new Map<string, string>();
  for (const { name, commit } of lines.flatMap(parseRef)) found.set(name.replace(/\^\{\}$/, ''), commit);
  return Array.from(found, ([name, commit]) => ({ name, commit }));
}

function refuseSha256(format: string | undefined): void {
  if (format !== undefined && format !== 'sha1')
    throw new RegistryRefusal(
      `Repositories in the format ${printable(format)} are not supported, only sha1.`,
    );
}

/** Throws `RegistryRefusal` unless a Git server answered. */
function refuseAnswer(url: string, answer: OriginAnswer, mediaType: string): void {
  const type = answer.headers['content-type']?.split(';')[0]?.trim() ?? '';
  if (answer.status === 200 && type === mediaType) return;
  answer.discard();
  throw refusalOf(url, answer, type);
}

function refusalOf(
  url: string,
  { status, headers, isAuthorized }: OriginAnswer,
  type: string,
): RegistryRefusal {
  const { origin } = new URL(url);
  const variable = tokenVariable(new URL(url));
  if (status === 401 || status === 403)
    return new AccessRefused(
      origin,
      isAuthorized
        ? `${origin} refuses the token (${status}). Renew it in ${variable} or in git's credential helper.`
        : `${url} is private or doesn't exist (${status}). Put a token into ${variable}, or store one: skills-registry registry login ${url}`,
    );
  if (status === 404 || status === 410)
    return new NoRepository(`There is no Git repository at ${url} (${status}).`);
  if (status === 429)
    return new RegistryRefusal(
      `${origin} asks to wait (429). Try again ${waitWords(headers['retry-after'])}.`,
    );
  if (status >= 500) return new RegistryRefusal(`${origin} failed (${status}). Try again later.`);
  if (status !== 200)
    return new NoRepository(`${origin} answered with status ${status}, which is no Git server's.`);
  const what = type === 'text/html' ? 'a web page' : 'something else';
  return new NoRepository(
    `${url} is ${what}, not a Git repository. Give the address that "git clone" takes.`,
  );
}

/** Of `Retry-After` in seconds; a date is rare. */
function waitWords(seconds: string | undefined): string {
  const minutes = /^\d{1,6}$/.test(seconds ?? '') ? Math.ceil(Number(seconds) / 60) : 0;
  return minutes > 0 ? `in ${minutes} min` : 'later';
}

/** Answers with the file `info/refs`: `<id>\trefs/…` */
async function isDumb({ status, headers, body, discard }: OriginAnswer): Promise<boolean> {
  const type = headers['content-type'] ?? '';
  if (status !== 200 || type.startsWith(MEDIA_TYPE) || type.startsWith('text/html')) return false;
  try {
    for await (const piece of body) return /^[0-9a-f]{40,64}\trefs\//.test(piece.toString('latin1', 0, 80));
    return false;
  } finally {
    discard();
  }
}
