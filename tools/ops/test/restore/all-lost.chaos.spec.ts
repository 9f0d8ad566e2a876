import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import { Drill, OWNERS } from './drill.ts';
import {
  eventsOf,
  goOn,
  idsOf,
  organizationWithSource,
  publish,
  saveBoth,
  type Saved,
  shown,
  SOON,
} from './history.ts';

const LONG = 180_000;
jest.setTimeout(LONG);

describe('a restore of all three engines', () => {
  let drill: Drill;
  let saved: Saved;

  beforeAll(async () => {
    drill = await Drill.start();
    saved = await saveBoth(drill);
    await goOn(drill, saved);
    await drill.lose('kafka', 'postgres', 'clickhouse');
  }, LONG);
  afterAll(() => drill?.stop(), SOON);

  it('shows the data of the backups, and rejects no event that publishers send during the restore', async () => {
    const [early] = eventsOf(saved.acme, 1);
    if (!early) throw new Error('no event');
    for (const engine of ['kafka', 'postgres', 'clickhouse'] as const) await drill.engines.restore(engine);
    const publishing = eventually(() => drill.publisher.publish(early).then(() => true), LONG);
    await drill.startServices(...OWNERS);
    await drill.republish();
    expect(await drill.verify('states')).toBe('');
    await drill.startServices('events');
    await publishing;
    await eventually(async () => idsOf(await shown(drill)).includes(early.id), SOON);
    expect(await drill.verify('counts,positions')).toBe('');

    const { organizations, users, integrations } = saved.postgres;
    const { events, rejected } = saved.clickhouse;
    const withEarly = [...events, `Acme/Acme payroll/${early.id}`].toSorted();
    expect(await shown(drill)).toEqual({ organizations, users, integrations, events: withEarly, rejected });
  });

  it('stores republished events once, and stores new events', async () => {
    const before = idsOf(await shown(drill));
    const again = drill.published.filter(({ source_id }) => source_id === saved.acme.id);
    expect(again.filter(({ id }) => before.includes(id))).toHaveLength(30);
    expect(again).toHaveLength(50);
    await publish(drill, again);
    const created = await organizationWithSource(drill, 'New');
    await publish(drill, eventsOf(created, 5), [created]);
    expect(idsOf(await shown(drill))).toHaveLength(before.length + 20 + 5);
  });
});
