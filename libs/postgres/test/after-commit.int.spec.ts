import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { engines, STARTING } from '@portico/testkit';
import { afterCommitOf, DatabaseConfig, openDatabase } from '../src/index.ts';

const properties = { id: p.integer().primary(), text: p.text().default(''), doneAt: p.datetime().nullable() };
const TaskSchema = defineEntity({ name: 'Task', properties });
class Task extends TaskSchema.class {}
TaskSchema.setClass(Task);
const OtherSchema = defineEntity({ name: 'Other', properties });
class Other extends OtherSchema.class {}
OtherSchema.setClass(Other);

describe('an after-commit listener', () => {
  const name = `committed_${randomUUID().replaceAll('-', '')}`;
  let orm: MikroORM;
  let calls: string[];
  let ids = 0;

  beforeAll(async () => {
    orm = await openDatabase({
      name,
      config: DatabaseConfig.parse(engines()),
      entities: [Task, Other],
      migrations: [],
    });
    await orm.schema.create();
    afterCommitOf(orm.em, [{ entity: Task }], () => void calls.push('task'));
    afterCommitOf(orm.em, [{ entity: Task, property: 'doneAt' }], () => void calls.push('done'));
  }, STARTING);
  afterAll(() => orm?.close(true));
  beforeEach(() => {
    calls = [];
  });

  const create = (entity: typeof Task | typeof Other) => ({ entity, row: { id: (ids += 1) } });

  it('is called once, after the commit', async () => {
    await orm.em.fork().transactional(async (em) => {
      for (const { entity, row } of [create(Task), create(Task)]) em.persist(em.create(entity, row));
      await em.flush();
      expect(calls).toEqual([]);
    });
    expect(calls).toEqual(['task']);
  });

  it('is called after a flush without an explicit transaction', async () => {
    const em = orm.em.fork();
    const { entity, row } = create(Task);
    await em.persist(em.create(entity, row)).flush();
    expect(calls).toEqual(['task']);
  });

  it('is not called for transactions that roll back, only read, or write only other entities', async () => {
    const work = orm.em.fork().transactional(async (em) => {
      const { entity, row } = create(Task);
      await em.persist(em.create(entity, row)).flush();
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    await orm.em.fork().transactional(async (em) => {
      await em.find(Task, {});
      const { entity, row } = create(Other);
      em.persist(em.create(entity, row));
    });
    expect(calls).toEqual([]);
  });

  it('is called for every change, or only for changes of the named property', async () => {
    const em = orm.em.fork();
    const { entity, row } = create(Task);
    const task = em.create(entity, row);
    await em.persist(task).flush();
    calls = [];
    task.text = 'changed';
    await em.flush();
    expect(calls).toEqual(['task']);
    task.doneAt = new Date();
    await em.flush();
    expect(calls).toEqual(['task', 'task', 'done']);
  });
});
