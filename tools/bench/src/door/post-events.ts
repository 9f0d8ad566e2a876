import { Agent, request } from 'node:http';
import { benchEvent } from '../publishing.ts';

/** Number of concurrent requests. */
const CONCURRENT = 16;
/** Number of request bodies, generated in advance and reused, so that the load generator uses little processor time. */
const BODIES = 64;

/** Generates bodies of `batch` events of integration 1, about 380 bytes per event. */
export const bodiesOf = (batch: number): Buffer[] =>
  Array.from({ length: BODIES }, (_, number) => {
    const events = Array.from({ length: batch }, (__, index) => ({
      ...benchEvent(number * batch + index, `Payrun ${index} paid 12 employees, net total 31,204.18`),
      source_id: undefined,
      organization_id: undefined,
    }));
    return Buffer.from(JSON.stringify(batch === 1 ? events[0] : events));
  });

/** Sends requests over persistent connections. @throws if the status of a response is not 202. */
export async function postEvents(url: string, key: string, bodies: readonly Buffer[], requests: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT });
  let sent = 0;
  const one = async (): Promise<void> => {
    while (sent < requests) {
      const body = bodies[sent % bodies.length];
      sent += 1;
      if (body) await post(agent, url, key, body);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, one));
  agent.destroy();
}

const post = (agent: Agent, url: string, key: string, body: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const sending = request(new URL('/ingest/events', url), { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 202 ? resolve() : reject(new Error(`answered ${answer.statusCode}`)),
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });
