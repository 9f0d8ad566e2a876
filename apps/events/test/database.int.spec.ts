import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { DatabaseConfig, openDatabase } from '@portico/postgres';
import { engines, STARTING } from '@portico/testkit';
import { eventsDatabase } from '../src/database.ts';

it(
  'the migrations create the tables of the entities',
  async () => {
    const name = `events_${randomUUID().replaceAll('-', '')}`;
    const orm = await openDatabase({ ...eventsDatabase(DatabaseConfig.parse(engines())), name });
    const difference = await orm.schema.getUpdateSchemaSQL();
    await orm.close(true);
    expect(difference).toBe('');
  },
  STARTING,
);
