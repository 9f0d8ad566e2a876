import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { migrateDatabase, openDatabase } from '@portico/postgres';
import { DatabaseConfig } from '@portico/postgres';
import { engines, STARTING } from '@portico/testkit';
import { alertsDatabase } from '../src/database.ts';
import { NamelessMigration } from '../src/responsible/nameless.migration.ts';

const options = {
  ...alertsDatabase(DatabaseConfig.parse(engines())),
  name: `nameless_${randomUUID().slice(0, 8)}`,
};
const before = { ...options, migrations: options.migrations.filter((migration) => migration !== NamelessMigration) };
const WAS = 'Ann "The \\ Name" Other was responsible and may not be any more, so nothing is sent.';
const IS = 'The person who was responsible may not be any more, so nothing is sent.';

let orm: MikroORM;
beforeAll(async () => {
  orm = await openDatabase(before);
}, STARTING);
afterAll(() => orm.close(true));

it('the migration removes names from texts of an earlier release and keeps the rest of the texts', async () => {
  const em = orm.em.fork();
  const notice = `insert into notices (owner, owner_user_id, kind, subject, title, text, link, at) values ('user', 1, ?, 's', 't', ?, '/', now())`;
  await em.execute(notice, ['owner.needed', WAS]);
  await em.execute(notice, ['owner.ended', 'Ann Other was responsible, and nobody took over within 7 days.']);
  await em.execute(notice, ['episode.opened', WAS]);
  const message = {
    id: 'm',
    title: 'a "title"',
    text: '',
    lines: [{ text: 'first' }, { text: WAS, link: 'x "was responsible"' }],
  };
  await em.execute(
    `insert into deliveries (channel_id, kind, message, notices, state) values (1, 'notice', ?::jsonb, 1, 'sent')`,
    [JSON.stringify(message)],
  );
  await em.execute(
    `insert into users (id, name, email, usertype, access_version, version) values (7, 'Ann Other', 'a@b.test', 'CLIENT', 1, 1)`,
  );
  const entry = `insert into episode_entries (id, episode_id, kind, at, text) values (?, 1, ?, now(), ?)`;
  await em.execute(entry, [1, 'assigned', 'Ann Other']);
  await em.execute(entry, [2, 'assigned', 'Renamed Since']);
  await em.execute(entry, [3, 'noted', 'Ann Other']);

  expect(await migrateDatabase(options)).toEqual(['0040-nameless']);
  expect(
    (await em.execute<{ text: string }[]>('select text from notices order by id')).map(({ text }) => text),
  ).toEqual([IS, 'Nobody took over within 7 days.', WAS]);
  const [delivery] = await em.execute<{ message: unknown }[]>('select message from deliveries');
  expect(delivery?.message).toEqual({ ...message, lines: [message.lines[0], { ...message.lines[1], text: IS }] });
  expect(
    (await em.execute<{ text: string }[]>('select text from episode_entries order by id')).map(({ text }) => text),
  ).toEqual(['7', '0', 'Ann Other']);
});
