import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type Verdict, Verdicts } from './verdicts.ts';

/** The key with which `Door` accepts events, in the product's format. */
export const KEY = `ptk_live_abcdefg2_${'Aa0'.repeat(10)}Zz`;
export const READ_KEY = `ptk_live_abcdefg3_${'Bb1'.repeat(10)}Yy`;

/**
 * A fault of one request. `cut`: the connection closes before the events are stored. `lost`: it closes after they are stored. `torn`:
 * it closes in the middle of the response. `silent`: no response arrives. An object: the response has this status.
 */
type Fault = 'cut' | 'lost' | 'torn' | 'silent' | { status: number; headers?: Record<string, string>; body?: string };

type Posted = { headers: IncomingMessage['headers']; bytes: number; events: Record<string, unknown>[] };

/** A test server for `POST /ingest/events` that follows the contract, listens on loopback and simulates faults. */
export class Door {
  readonly verdicts: Verdicts;
  /** All requests that the server has read, in order. */
  readonly posted: Posted[] = [];
  /** Ids of accepted events in completely sent responses. */
  readonly answered: string[] = [];
  /** Faults of the next requests, one fault per request. Requests after these have no faults. */
  readonly faults: Fault[] = [];
  readonly #server: Server;

  constructor(verdicts = new Verdicts()) {
    this.verdicts = verdicts;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const refusal = refusalOf(request, body);
    const events = refusal ? [] : eventsIn(request, body);
    this.posted.push({ headers: request.headers, bytes: body.length, events: events ?? [] });
    const fault = this.faults.shift();
    if (fault === 'cut') return void response.destroy();
    if (fault === 'silent') return;
    if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end(fault.body);
    if (refusal) return problem(response, ...refusal);
    if (!events) return problem(response, 400, 'malformed_request', 'The body should be a JSON array of events.');
    if (events.length > 500) return problem(response, 413, 'payload_too_large', 'A request has at most 500 events.');
    const verdicts = events.map((event) => this.verdicts.of(event));
    if (fault === 'lost') return void response.destroy();
    const answer = JSON.stringify(toAnswer(events, verdicts));
    response.writeHead(202, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    if (fault === 'torn') return void response.write(answer.slice(0, 5), () => response.destroy());
    this.answered.push(...events.filter((_, index) => !verdicts[index]).map(idOf));
    response.end(answer);
  }
}

const problem = (response: ServerResponse, status: number, code: string, message: string): void => {
  const title = `Status ${status}`;
  response.writeHead(status, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ type: 'about:blank', title, status, code, message, detail: message }));
};

const MEBIBYTE = 1024 * 1024;

const refusalOf = ({ method, url, headers }: IncomingMessage, body: Buffer): [number, string, string] | undefined => {
  if (method !== 'POST' || url !== '/ingest/events') return [404, 'not_found', 'There is no such address.'];
  if (headers.authorization === `Bearer ${READ_KEY}`) return [403, 'forbidden', 'This key may only read.'];
  if (headers.authorization !== `Bearer ${KEY}`)
    return [401, 'unauthenticated', `The key ${headers.authorization} is unknown, expired or revoked.`];
  if (headers['content-type'] !== 'application/json') return [415, 'unsupported', 'Send application/json.'];
  return body.length > MEBIBYTE ? [413, 'payload_too_large', 'A request has at most 1 MiB.'] : undefined;
};

const eventsIn = ({ headers }: IncomingMessage, body: Buffer): Record<string, unknown>[] | undefined => {
  try {
    const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body, { maxOutputLength: 8 * MEBIBYTE }) : body;
    const value: unknown = JSON.parse(text.toString());
    return ([value] as Record<string, unknown>[][]).flat();
  } catch {
    return undefined;
  }
};

const idOf = (event: Record<string, unknown> | undefined): string =>
  typeof event?.['id'] === 'string' ? event['id'] : '';

const toAnswer = (events: Record<string, unknown>[], verdicts: (Verdict | undefined)[]) => {
  const rejected = verdicts.flatMap((verdict, index) =>
    verdict ? [{ index, id: idOf(events[index]), ...verdict }] : [],
  );
  return { accepted: events.length - rejected.length, rejected };
};
