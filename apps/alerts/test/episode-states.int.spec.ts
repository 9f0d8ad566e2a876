import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { DomainEvent } from '@portico/contracts/events/domain-event';
import { DatabaseConfig, openDatabase } from '@portico/postgres';
import { engines, STARTING } from '@portico/testkit';
import { alertsDatabase } from '../src/database.ts';
import { Episode } from '../src/episodes/episode.entity.ts';
import { EpisodeLookupsMigration } from '../src/episodes/episodes.migration.ts';

const options = {
  ...alertsDatabase(DatabaseConfig.parse(engines())),
  name: `episode_states_${randomUUID().replaceAll('-', '')}`,
};
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

it(
  'the migration publishes every existing episode again in a new version',
  async () => {
    const earlier = options.migrations.filter((migration) => migration !== EpisodeLookupsMigration);
    const before = await openDatabase({ ...options, migrations: earlier });
    await before.em.fork()
      .execute(`insert into episodes (organization_id, integration_id, event_name, scope, subject, state,
      opened_at, first_failure_at, last_failure_at, last_success_at, closed_at, close_reason, flaps, version) values
    (1, 2, 'a "name" \\ of \u{1F600}', 'event', null, 'open', now(), '2026-11-01T00:00:00Z', '2026-11-02T03:04:05.678Z', null,
      null, null, 0, 1),
    (1, 2, 'b', 'subject', 'order 7', 'closed', now(), '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z',
      '2026-11-03T00:00:00.1Z', '2026-11-03T00:00:00.1Z', 'recovered', 3, 7)`);
    await before.close(true);
    const orm = await openDatabase(options);
    closing.push(() => orm.close(true));
    const em = orm.em.fork();
    const episodes = await em.find(Episode, {}, { orderBy: { id: 'asc' } });
    const rows = await em.execute<{ topic: string; key: string; value: string }[]>('select * from outbox order by id');
    expect(episodes.map(({ version }) => version)).toEqual([2, 8]);
    expect(rows.map(({ topic, key }) => ({ topic, key }))).toEqual(
      episodes.map(({ id }) => ({ topic: 'alerts.episode.v1', key: String(id) })),
    );
    const events = rows.map(({ value }) => DomainEvent.parse(JSON.parse(value)));
    expect(events.map(({ data }) => data)).toEqual(episodes.map((episode) => episode.toState()));
    expect(events[0]).toMatchObject({ source: '/alerts', type: 'alerts.episode.changed', subject: rows[0]?.key });
  },
  STARTING,
);
