import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Drill, OWNERS } from './drill.ts';
import {
  eventsOf,
  goOn,
  idsOf,
  organizationWithSource,
  publish,
  saveBoth,
  type Saved,
  type Shown,
  shown,
  SOON,
  type Source,
} from './history.ts';

const LONG = 180_000;
jest.setTimeout(LONG);

describe('a restore of PostgreSQL alone', () => {
  let drill: Drill;
  let saved: Saved;
  let late: Source;
  let before: Shown;

  beforeAll(async () => {
    drill = await Drill.start();
    saved = await saveBoth(drill);
    ({ late, before } = await goOn(drill, saved));
    await drill.lose('postgres');
  }, LONG);
  afterAll(() => drill?.stop(), SOON);

  it('resets every service to the backup, and keeps every event', async () => {
    await drill.engines.restore('postgres');
    await drill.startServices(...OWNERS);
    expect(await drill.verify('states')).toContain(`${late.organizationId}: in the topic alone`);
    await drill.republish('--end-missing');
    expect(await drill.verify('states')).toBe('');
    await drill.startServices('events');
    expect(await drill.verify('counts,positions')).toBe('');

    const { organizations, users, integrations } = saved.postgres;
    const events = before.events.map((event) => event.replace('Acme Limited/', 'Acme/'));
    expect(await shown(drill)).toEqual({ ...before, organizations, users, integrations, events: events.toSorted() });
  });

  it('assigns only new ids, and rejects events of integrations created after the backup', async () => {
    const { events, rejected } = await shown(drill);
    const created = await organizationWithSource(drill, 'New');
    expect(created.organizationId).toBeGreaterThan(late.organizationId);
    expect(created.id).toBeGreaterThan(late.id);
    await publish(drill, [...eventsOf(created, 5), ...eventsOf(saved.globex, 5), ...drill.published]);
    const now = await shown(drill);
    expect(now.events).toHaveLength(events.length + 10);
    expect(now.rejected).toHaveLength(rejected.length);

    const [ofLate] = eventsOf(late, 1);
    const { body } = await drill.call('events')('POST', '/events/validate', ofLate);
    expect(body).toMatchObject({ accepted: false, rejection: { code: 'unknown_integration' } });
    expect(idsOf(now)).not.toContain(ofLate?.id);
  });
});
