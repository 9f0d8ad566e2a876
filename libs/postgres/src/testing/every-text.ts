import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EntityMetadata, EntityProperty, MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { openDatabase } from '../database.ts';
import type { DatabaseOptions } from '../orm.ts';
import { storable } from '../storable.ts';

const DROP_CHECKS = `do $$ declare one record; begin
  for one in select conrelid::regclass as relation, conname from pg_constraint
    where contype in ('c', 'f') and connamespace = 'public'::regnamespace
  loop execute format('alter table %s drop constraint %I', one.relation, one.conname); end loop; end $$`;

const typeOf = ({ columnTypes }: EntityProperty): string => columnTypes[0] ?? '';
const isWritten = (column: EntityProperty): boolean =>
  column.persist !== false && !column.formula && !column.generated && !column.autoincrement;

/** Returns a value for a column that is neither text nor JSON. */
const filled = (type: string, next: () => number): unknown => {
  if (type.startsWith('timestamp') || type === 'date') return new Date();
  if (type.startsWith('bool')) return false;
  if (type === 'uuid') return randomUUID();
  if (type.endsWith('[]')) return [next()];
  if (type === 'bytea') return Buffer.from('bytes');
  return next();
};

/** Tests that each text and JSON column of a service stores every JavaScript string. */
export function keepsEveryText(options: DatabaseOptions, within: number): void {
  let orm: MikroORM;
  beforeAll(async () => {
    orm = await openDatabase({ ...options, name: `texts_${randomUUID().replaceAll('-', '')}` });
    // Drop the check and foreign key constraints, because random texts would violate them.
    await orm.em.fork().execute(DROP_CHECKS);
  }, within);
  afterAll(() => orm?.close(true));

  let last = 0;
  const rowOf = (columns: readonly EntityProperty[], text: string): Record<string, unknown> =>
    Object.fromEntries(
      columns.map((column) => {
        const type = typeOf(column);
        if (type === 'jsonb') return [column.name, { [`key ${text}`]: [text] }];
        if (type === 'text' || type.startsWith('varchar')) return [column.name, text];
        return [column.name, filled(type, () => (last += 1))];
      }),
    );
  const expectKept = async (meta: EntityMetadata, text: string): Promise<void> => {
    const columns = meta.props.filter(isWritten);
    const em = orm.em.fork();
    await em.begin();
    try {
      await em.insert(meta.class, rowOf(columns, text));
      const rows = await em.execute<Record<string, unknown>[]>(`select * from "${meta.tableName}"`);
      for (const column of columns) {
        const stored = rows.at(-1)?.[column.fieldNames[0] ?? ''];
        if (typeOf(column) === 'text') expect(stored).toBe(storable(text));
        if (typeOf(column) === 'jsonb') expect(stored).toEqual({ [`key ${storable(text)}`]: [storable(text)] });
      }
    } finally {
      await em.rollback();
    }
  };

  it(`${options.name} stores every string in every text and JSON column`, async () => {
    const entities = [...orm.getMetadata().getAll().values()].filter(({ props }) =>
      props.some((column) => isWritten(column) && ['text', 'jsonb'].includes(typeOf(column))),
    );
    expect(entities.length).toBeGreaterThan(0);
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\0', '\uD83D', '\uDE00', '\\', '"', "'", 'u0000', '\\ud83d', '?', 'x') }),
    );
    for (const meta of entities)
      await fc.assert(
        fc.asyncProperty(text, (one) => expectKept(meta, one)),
        { numRuns: 30 },
      );
  });
}
