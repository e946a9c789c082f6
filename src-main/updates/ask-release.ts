/** The app's only request to the internet, if enabled by the user. */

/** For the whole answer. */
export const ASK_TIMEOUT_MS = 15_000;
/** Release notes, and a kilobyte or two per file. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * Rejects on errors, redirects, timeouts and large answers. Sends GitHub's required user agent, no version or
 * cookie.
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
    // Leaving the loop closes the connection.
    if (bytes > limit) throw new Error(`The answer has more than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
