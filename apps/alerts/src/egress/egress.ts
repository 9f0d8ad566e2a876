import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { AddressNotAllowed, checkedUrl, hostOf } from './checked-url.ts';
import { bySystem, publicAddresses, publicLookup, type Resolve } from './resolve.ts';

/** Milliseconds for everything from the name to the end of the answer. */
const TIMEOUT = 10_000;
/** Bytes of an answer that are read; the rest is not waited for. */
const LARGEST_ANSWER = 64 * 1024;

export type Outgoing = { url: string; method?: 'POST' | 'PATCH'; headers?: Record<string, string>; body: string };
export type Answer = { status: number; body: string; retryAfter: string | undefined };

const textOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= LARGEST_ANSWER) break;
  }
  return Buffer.concat(chunks).subarray(0, LARGEST_ANSWER).toString();
};

export type EgressOptions = {
  /** The one origin that is dialled whatever its address is. */
  localOrigin?: string | undefined;
  resolve?: Resolve;
  /** Where CONNECT requests go, and the hosts that are dialled without it, as `HTTPS_PROXY` and `NO_PROXY` say it. */
  proxy?: { url: string; except?: string | undefined } | undefined;
};

/**
 * The only way to addresses that customers have typed: over https to public addresses, checked when they are connected to;
 * with a proxy, which connects by itself, right before it is asked to. No redirects, no kept connections, and nothing but the
 * status and the beginning of the answer.
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

  /** @throws AddressNotAllowed for an address that would be refused now; an error with a `code` when the name is not known. */
  async check(text: string): Promise<void> {
    const url = checkedUrl(text, this.localOrigin);
    if (this.isLocal(url) || isIP(hostOf(url)) !== 0) return;
    await publicAddresses(this.resolve, hostOf(url));
  }

  /** @throws AddressNotAllowed before anything is sent. */
  async request({ url: text, method = 'POST', headers = {}, body }: Outgoing): Promise<Answer> {
    const url = checkedUrl(text, this.localOrigin);
    const isLocal = this.isLocal(url);
    const signal = AbortSignal.timeout(TIMEOUT);
    if (this.agent) await this.check(text);
    const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = send(
      url,
      {
        method,
        agent: !isLocal && this.agent,
        signal,
        timeout: TIMEOUT,
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
      reject(signal.aborted ? new Error(`No answer within ${TIMEOUT / 1_000} seconds`, { cause: error }) : error),
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

/** Why a request failed, without what only operators should read. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AddressNotAllowed) return error.message;
  if (!(error instanceof Error)) return 'The request failed';
  if (!('code' in error) || typeof error.code !== 'string') return error.message;
  return error.code === 'ERR_PROXY_TUNNEL' ? 'The proxy did not connect' : `No connection: ${error.code}`;
};
