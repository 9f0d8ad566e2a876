/** Origins of an OpenID provider that the console's page needs. */
export type ProviderOrigins = {
  /** Origins that the page sends requests to: discovery, tokens, user information. */
  called: readonly string[];
  /** Origin that the page opens in the hidden frame of a silent login. */
  framed: string;
};

export type Discovery = {
  /** Returns the known origins. Before the discovery document is read, the only known origin is the issuer's. */
  origins: () => ProviderOrigins;
  /** Resolves after the first attempt to read the discovery document, or after one second. */
  first: Promise<void>;
  stop: () => void;
};

const TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const RETRY_MS = 10_000;
const REFRESH_MS = 60 * 60_000;

const CALLED_ENDPOINTS = ['token_endpoint', 'userinfo_endpoint', 'revocation_endpoint'] as const;

const originOf = (url: unknown): string[] =>
  typeof url === 'string' && URL.canParse(url) && /^https?:/.test(url) ? [new URL(url).origin] : [];

/**
 * Keeps track of the origins of a provider's endpoints. Endpoints of Google and Entra ID have other origins than the issuer. The
 * discovery document is read again every hour, and every 10 seconds after a failure.
 */
export const followProvider = (issuer: string): Discovery => {
  const own = new URL(issuer).origin;
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let known: ProviderOrigins = { called: [own], framed: own };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const read = async (): Promise<void> => {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const document: Record<string, unknown> = JSON.parse(await response.text());
    // Do not trust a document of another issuer.
    if (document['issuer'] !== issuer) throw new Error(`the provider's issuer is ${String(document['issuer'])}`);
    const called = CALLED_ENDPOINTS.flatMap((endpoint) => originOf(document[endpoint]));
    const [framed = own] = originOf(document['authorization_endpoint']);
    known = { called: [...new Set([own, ...called])], framed };
  };
  const follow = async (): Promise<void> => {
    const wait = await read().then(
      () => REFRESH_MS,
      () => RETRY_MS,
    );
    if (!isStopped) timer = setTimeout(() => void follow(), wait).unref();
  };
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, FIRST_WAIT_MS).unref();
  });
  return {
    origins: () => known,
    first: Promise.race([follow(), late]),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
