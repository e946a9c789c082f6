/** The one request of this app that leaves the computer, made only where its user asked for it. */

/** Until the whole answer is here. */
export const ASK_TIMEOUT_MS = 15_000;
/** An answer has the release's notes and a kilobyte or two for each of its files. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * The answer's text. Rejects where there is none, where it leads elsewhere, takes too long or is too large. Sent are a name of
 * the program, which GitHub asks for, and nothing of this computer: no version, no cookie.
 * @param signal ends it early
 */
export async function askRelease(api: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(api, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_TIMEOUT_MS)]),
    redirect: 'error',
    credentials: 'omit',
    headers: { accept: 'application/vnd.github+json', 'user-agent': 'skills-registry' },
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${new URL(api).host} answered ${response.status}.`);
  }
  return new TextDecoder().decode(await readUpTo(response.body, MAX_ANSWER_BYTES));
}

async function readUpTo(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop ends the stream and its connection.
    if (bytes > limit) throw new Error(`The answer has more than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
