import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { Arrivals } from '@portico/contracts/http/arrivals';
import type { Episode } from '@portico/contracts/http/episodes';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { readUntil } from './alerts.ts';
import { databaseOf } from './later.ts';
import { newRule, type Noticing, startNoticing, verifiedWebhook } from './noticing.ts';
import { looks } from './view-rules.ts';

jest.setTimeout(120_000);

/** Two integrations of Acme, for which events on the shared topic are only observed (31) or accepted (32). */
const [OBSERVED, OPEN] = [31, 32];
let noticing: Noticing;
let database: Awaited<ReturnType<typeof databaseOf>>;
let [admin, manager, events]: Call[] = [];

const failed = (source_id: number, event_name: string): IntegrationEvent =>
  integrationEvent({
    source_id,
    event_name,
    result: 'FAILURE',
    severity_text: 'ERROR',
    details: { message: 'Forged' },
  });
const listed = async (name: string): Promise<EventList> => {
  const list = (): Promise<EventList> => read<EventList>(events as Call, `/events?event=${name}`);
  return eventually(async () => ((await list()).count > 0 ? list() : undefined));
};
const episodesOf = async (source: number): Promise<string[]> => {
  const { data } = await read<Page<Episode>>(admin as Call, '/episodes?state=live&limit=100');
  return data.filter(({ integrationId }) => integrationId === source).map(({ eventName }) => eventName);
};

beforeAll(async () => {
  noticing = await startNoticing();
  const { stack } = noticing;
  admin = await stack.furnish();
  [manager, events] = await Promise.all([stack.as('CLIENT', 6), stack.eventsAs('ADMIN')]);
  await stack.publisher.integration(OBSERVED, { name: 'observed', trust: 'observe' });
  await stack.publisher.integration(OPEN, { name: 'open to all', trust: 'open' });
  await eventually(async () => {
    const known = JSON.stringify((await (events as Call)('GET', '/events')).body);
    return known.includes('observed') && known.includes('open to all');
  }, 60_000);
  database = await databaseOf(stack);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

describe('an event from an unproven sender', () => {
  it('is listed as unproven, and opens an episode only if the shared topic of its integration is open', async () => {
    const { publisher } = noticing.stack;
    // Both events are in the same partition, so the episode of the second event shows that the first was processed.
    await publisher.publish(failed(OBSERVED, 'forged.failed'), failed(OPEN, 'forged.failed'));
    await readUntil<Page<Episode>>(admin as Call, '/episodes?state=live', ({ data }) =>
      data.some(({ integrationId }) => integrationId === OPEN),
    );
    const { data } = await listed('forged.failed');
    const ids = data.toSorted((a, b) => a.source_id - b.source_id);
    expect(ids.map(({ source_id, sender_proven }) => [source_id, sender_proven])).toEqual([
      [OBSERVED, false],
      [OPEN, false],
    ]);
    await publisher.publishThroughDoor(OBSERVED, failed(OBSERVED, 'own.failed'));
    await readUntil<Page<Episode>>(admin as Call, '/episodes?state=live', ({ data: episodes }) =>
      episodes.some(({ eventName }) => eventName === 'own.failed'),
    );
    expect(await episodesOf(OBSERVED)).toEqual(['own.failed']);
    expect((await listed('own.failed')).data).toMatchObject([{ sender_proven: true }]);
  });

  it('does not become the first failure of an episode that a proven event opens', async () => {
    const { publisher } = noticing.stack;
    const before = new Date(Date.now() - 60_000).toISOString();
    await publisher.publish({ ...failed(OBSERVED, 'both.failed'), timestamp: before });
    await listed('both.failed');
    const own = failed(OBSERVED, 'both.failed');
    await publisher.publishThroughDoor(OBSERVED, own);
    const episode = await eventually(async () => {
      const { data } = await read<Page<Episode>>(admin as Call, '/episodes?event=both.failed');
      return data[0];
    });
    await eventually(async () => {
      const { firstFailure } = await read<{ firstFailure: { id: string } | null }>(
        admin as Call,
        `/episodes/${episode.id}`,
      );
      return firstFailure?.id === own.id;
    });
  });

  it('does not trigger a view alert that a proven event triggers', async () => {
    const { publisher } = noticing.stack;
    const owner = { owner: 'organization', organizationId: 1 } as const;
    const { id } = await verifiedWebhook(noticing, manager as Call, '/webhook/strangers', owner);
    const view = { name: 'Any', search: { event: 'view.failed' }, when: 'more', count: 0, minutes: 60 };
    const rule = await newRule(manager as Call, [id], { on: ['view.more'], view }, owner);
    const alerts = (): string[] =>
      noticing
        .hooksAt('/webhook/strangers')
        .map(({ title }) => title)
        .filter((title) => title.startsWith('view.'));
    const looked = (): Promise<void> => looks(database, rule);
    await publisher.publish(failed(OBSERVED, 'view.failed'));
    await listed('view.failed');
    await looked();
    await looked();
    const { rows } = await database.query('select view_holds from rules where id = $1', [rule.id]);
    expect(rows).toEqual([{ view_holds: false }]);
    await publisher.publishThroughDoor(OBSERVED, failed(OBSERVED, 'view.failed'));
    await eventually(async () => (await read<EventList>(events as Call, '/events?event=view.failed')).count === 2);
    await looked();
    await eventually(() => alerts().length > 0, 60_000);
  });

  it('counts as usual traffic only if the shared topic of its integration is open', async () => {
    const { publisher } = noticing.stack;
    const counted = async (id: number): Promise<number> =>
      (await read<Arrivals>(events as Call, `/events/integrations/${id}/arrivals?organization=1`)).count;
    const [before, open] = [await counted(OBSERVED), await counted(OPEN)];
    await publisher.publish(failed(OBSERVED, 'rhythm'), failed(OPEN, 'rhythm'));
    await eventually(async () => (await counted(OPEN)) === open + 1);
    await eventually(async () => (await read<EventList>(events as Call, '/events?event=rhythm')).count === 2);
    expect(await counted(OBSERVED)).toBe(before);
    await publisher.publishThroughDoor(OBSERVED, failed(OBSERVED, 'rhythm'));
    await eventually(async () => (await counted(OBSERVED)) === before + 1);
  });
});
