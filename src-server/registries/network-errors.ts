import { RegistryRefusal } from './registry-refusal.ts';

/** By error code of Node and OpenSSL. */
const SENTENCES: Readonly<Record<string, (url: URL) => string>> = {
  ENOTFOUND: ({ hostname }) => `There is no host ${hostname}. Check the spelling and your connection.`,
  EAI_AGAIN: ({ hostname }) => `The name ${hostname} can't be looked up now. Check your connection.`,
  ECONNREFUSED: ({ origin }) => `Nothing answers at ${origin}.`,
  ECONNRESET: ({ origin }) => `${origin} ended the connection before everything had arrived. Try again.`,
  EPIPE: ({ origin }) => `${origin} ended the connection before everything had arrived. Try again.`,
  ETIMEDOUT: ({ origin }) => `${origin} can't be reached. Try again later.`,
  EHOSTUNREACH: ({ origin }) => `${origin} can't be reached. Check your connection.`,
  ENETUNREACH: ({ origin }) => `${origin} can't be reached. Check your connection.`,
};

const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|ERR_SSL_)/;

/** Without headers or query. */
export function describeNetworkError(error: unknown, url: URL): RegistryRefusal {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  const sentence = SENTENCES[code]?.(url);
  if (sentence !== undefined) return new RegistryRefusal(sentence);
  if (CERTIFICATE.test(code))
    return new RegistryRefusal(
      `The certificate of ${url.origin} is not trusted (${code}). For an authority of your own, name its file in NODE_EXTRA_CA_CERTS.`,
    );
  const isCut = message === 'aborted' || message === 'terminated';
  return new RegistryRefusal(
    isCut
      ? (SENTENCES['ECONNRESET']?.(url) ?? '')
      : `${url.origin} can't be read (${code === '' ? 'bad answer' : code}).`,
  );
}
