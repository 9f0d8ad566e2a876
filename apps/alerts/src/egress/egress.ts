import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AddressNotAllowed, checkedUrl, hostOf } from './checked-url.ts';
import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './addresses.ts';

type Resolved = { address: string; family: number };
type Resolve = (host: string) => Promise<Resolved[]>;

const bySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/**
 * Resolves a name. @throws AddressNotAllowed if any address is not public, because the owner of the name controls the order of the
 * addresses.
 */
const publicAddresses = async (resolve: Resolve, host: string): Promise<Resolved[]> => {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new AddressNotAllowed('The host name in the address cannot be found');
  if (!addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressNotAllowed('The address points to a private network');
  return addresses;
};

/**
 * Returns the `lookup` function of a socket. The socket connects only to the addresses that this function checked, so a later DNS
 * change has no effect.
 */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) => {
    publicAddresses(resolve, host).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };

/** Timeout in milliseconds for the whole request, including name resolution. */
const TIMEOUT_MS = 10_000;
/** Maximum bytes read from a response; the rest is discarded. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export type Outgoing = { url: string; method?: 'POST' | 'PATCH'; headers?: Record<string, string>; body: string };
export type Answer = { status: number; body: string; retryAfter: string | undefined };

const textOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_RESPONSE_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString();
};

type EgressOptions = {
  localOrigin?: string | undefined;
  resolve?: Resolve;
  /** The proxy for CONNECT requests and the hosts that bypass it, as in `HTTPS_PROXY` and `NO_PROXY`. */
  proxy?: { url: string; except?: string | undefined } | undefined;
};

/**
 * Sends all requests to customers' addresses. Allows only https to public addresses, which are checked at connection time, or right
 * before the CONNECT request if a proxy is used. Follows no redirects and reuses no connections. Returns the status and the first
 * 64 KiB of the body.
 */
export class Egress {
  private readonly localOrigin: string | undefined;
  private readonly resolve: Resolve;
  private readonly agent: Agent | false;

  constructor({ localOrigin, resolve = bySystem, proxy }: EgressOptions = {}) {
    this.localOrigin = localOrigin;
    this.resolve = resolve;
    this.agent =
      proxy !== undefined && new Agent({ proxyEnv: { HTTPS_PROXY: proxy.url, NO_PROXY: proxy.except ?? '' } });
  }

  /** Resolves and checks an address. @throws AddressNotAllowed; an error with a `code` if the name does not resolve. */
  async check(text: string): Promise<void> {
    const url = checkedUrl(text, this.localOrigin);
    if (this.isLocal(url) || isIP(hostOf(url)) !== 0) return;
    await publicAddresses(this.resolve, hostOf(url));
  }

  /** Sends a request. @throws AddressNotAllowed before connecting. */
  async request({ url: text, method = 'POST', headers = {}, body }: Outgoing): Promise<Answer> {
    const url = checkedUrl(text, this.localOrigin);
    const isLocal = this.isLocal(url);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    if (this.agent) await this.check(text);
    const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = send(
      url,
      {
        method,
        agent: !isLocal && this.agent,
        signal,
        timeout: TIMEOUT_MS,
        headers: {
          'user-agent': 'Portico',
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
        ...(!isLocal && { lookup: publicLookup(this.resolve) }),
      },
      resolve,
    );
    outgoing.on('error', (error) =>
      reject(signal.aborted ? new Error(`No answer within ${TIMEOUT_MS / 1_000} seconds`, { cause: error }) : error),
    );
    outgoing.end(body);
    const response = await promise;
    try {
      const answer = await textOf(response);
      return { status: response.statusCode ?? 0, body: answer, retryAfter: response.headers['retry-after'] };
    } finally {
      outgoing.destroy();
    }
  }

  private isLocal({ origin }: URL): boolean {
    return this.localOrigin !== undefined && origin === new URL(this.localOrigin).origin;
  }
}

/** Returns the reason of a failure as shown to customers, without details that only operators may read. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AddressNotAllowed) return error.message;
  if (!(error instanceof Error)) return 'The request failed';
  if (!('code' in error) || typeof error.code !== 'string') return error.message;
  return error.code === 'ERR_PROXY_TUNNEL' ? 'The proxy could not connect' : `No connection: ${error.code}`;
};
