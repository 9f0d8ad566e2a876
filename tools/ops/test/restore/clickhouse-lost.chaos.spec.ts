import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Drill, OWNERS } from './drill.ts';
import {
  eventsOf,
  goOn,
  organizationWithSource,
  publish,
  saveBoth,
  type Saved,
  type Shown,
  shown,
  SOON,
} from './history.ts';

const LONG = 180_000;
jest.setTimeout(LONG);

describe('a restore of ClickHouse alone', () => {
  let drill: Drill;
  let saved: Saved;
  let before: Shown;

  beforeAll(async () => {
    drill = await Drill.start();
    saved = await saveBoth(drill);
    ({ before } = await goOn(drill, saved));
    await drill.lose('clickhouse');
  }, LONG);
  afterAll(() => drill?.stop(), SOON);

  it('recovers all events that Kafka contains', async () => {
    await drill.engines.restore('clickhouse');
    await drill.startServices(...OWNERS, 'events');
    const { code, said } = await drill.ops('reingest', `--from=${saved.at}`);
    // Either this command or the ingest stores the missing events, because the ingest also detects a restored ClickHouse.
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/\d missing in the inbox, stored now/) });
    expect(await drill.verify('states,counts,positions')).toBe('');
    expect(await shown(drill)).toEqual(before);
  });

  it('stores republished events once, and stores new events', async () => {
    const { events } = await shown(drill);
    await publish(
      drill,
      drill.published.filter(({ source_id }) => source_id === saved.acme.id),
    );
    const created = await organizationWithSource(drill, 'New');
    await publish(drill, eventsOf(created, 5), [created]);
    expect((await shown(drill)).events).toHaveLength(events.length + 5);
  });
});
