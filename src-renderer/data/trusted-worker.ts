interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** The page's policy demands trusted URLs. Policy `name` trusts only the worker's URL. */
export function trustedWorker(name: string, url: string): () => Worker {
  const script = trustedTypes?.createPolicy(name, { createScriptURL: () => url }).createScriptURL('') ?? url;
  return () => new Worker(script as string, { type: 'module' });
}
