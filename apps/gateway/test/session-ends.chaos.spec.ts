import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Session } from '@portico/contracts/http/identity';
import { eventually } from '@portico/testkit';
import { type Name, Viewer } from './live-stack.ts';
import { type Product, sessionOf, startProduct } from './permissions/product.ts';

jest.setTimeout(600_000);

const SESSIONS = 1_000;
/** Number of sessions that are opened, and later ended, concurrently. */
const AT_ONCE = 10;
/** Milliseconds within which every service and socket must reject an ended session. */
const WITHIN = 2_000;
const SOCKETS_OF: readonly Name[] = ['events', 'alerts'];
/** One endpoint per service. Each service is tested over HTTP with a share of the sessions. */
const REQUESTS = [
  ['identity', '/auth'],
  ['orgs', '/organizations?search=som'],
  ['integrations', '/integrations?limit=1'],
  ['billing', '/billable-products'],
  ['events', '/events?limit=1'],
  ['alerts', '/episodes?limit=1'],
] as const;

type Open = { session: number; token: string; viewer: Viewer };

const slowest = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`;
};

describe('ends of sessions under load', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ environmentOf: () => ({ LIVE_SOCKETS_PER_USER: String(SESSIONS) }) });
  });
  afterAll(() => product?.stop());

  it('reach every service and every open socket within two seconds', async () => {
    const { lead, super_admin: boss } = product.people;
    const body = await product.providerToken();
    const open: Open[] = [];
    const signIn = async (): Promise<void> => {
      const { accessToken: token } = (await lead.at('identity')('POST', '/auth', body)).body as Session;
      const name = SOCKETS_OF[open.length % SOCKETS_OF.length] ?? 'events';
      const one = { session: sessionOf(token), token, viewer: new Viewer(product.url, name, token) };
      open.push(one);
      await one.viewer.opened();
      expect(await one.viewer.join(token)).toMatch(/^40/);
    };
    for (let count = 0; count < SESSIONS; count += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, signIn));

    let isOver = false;
    let requests = 0;
    const load = Promise.all(
      Array.from({ length: 2 }, async () => {
        while (!isOver) {
          await boss.call('GET', '/events?limit=50');
          requests += 1;
        }
      }),
    );
    const [onSockets, overHttp]: [number[], number[]] = [[], []];
    const end = async ({ session, token, viewer }: Open, index: number): Promise<void> => {
      const [service, path] = REQUESTS[index % REQUESTS.length] ?? REQUESTS[0];
      expect((await boss.at('identity')('DELETE', `/sessions/${session}`)).status).toBe(204);
      const from = performance.now();
      await Promise.all([
        eventually(() => viewer.isEnded, 30_000).then(() => onSockets.push(performance.now() - from)),
        eventually(async () => (await fetchStatus(product, service, path, token)) === 401, 30_000).then(() =>
          overHttp.push(performance.now() - from),
        ),
      ]);
    };
    const waiting = open.entries();
    const worker = async (): Promise<void> => {
      for (const [index, one] of waiting) await end(one, index);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    isOver = true;
    await load;
    process.stdout.write(
      `${SESSIONS} ends beside ${requests} lists: on sockets ${slowest(onSockets)}; over HTTP ${slowest(overHttp)}\n`,
    );
    expect([onSockets.length, overHttp.length]).toEqual([SESSIONS, SESSIONS]);
    expect(Math.max(...onSockets, ...overHttp)).toBeLessThan(WITHIN);
  });
});

type ServiceName = (typeof REQUESTS)[number][0];
const fetchStatus = async (product: Product, service: ServiceName, path: string, token: string): Promise<number> => {
  const { status } = await product.people.lead.at(service)('GET', path, undefined, {
    authorization: `Bearer ${token}`,
  });
  return status;
};
