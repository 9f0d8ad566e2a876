import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EntityManager, type MikroORM } from '@mikro-orm/postgresql';
import { ChannelSecrets } from '../../src/channels/store/channel-secrets.ts';
import type { Message } from '../../src/channels/message/message.ts';
import { Delivery } from '../../src/outbound/delivery.entity.ts';
import { openAlerts, type Workers, workersOf } from './directly.ts';
import { addChannel, addRule, happen } from './rows.ts';

const SLACK = { type: 'slack', botToken: 'xoxb-1', channel: 'payroll' } as const;
const INTEGRATIONS = [1, 2];

describe('a message about two silent integrations', () => {
  let orm: MikroORM;
  let workers: Workers;
  const posted: Message[] = [];

  beforeAll(async () => {
    const alerts = await openAlerts('alerts_edits');
    orm = alerts.orm;
    workers = workersOf(orm.em.fork(), alerts.config, {
      send: async ({ message }) => {
        posted.push(message);
        return { status: 200, remoteRef: 'C1:1' };
      },
    });
    const em = orm.em.fork();
    const channel = await addChannel(em, new ChannelSecrets(alerts.config), 'organization', SLACK);
    for (const integration of INTEGRATIONS) {
      const on = ['integration.silent', 'integration.back'] as const;
      await addRule(em, { owner: 'organization', on, integration, channels: [channel] });
    }
  }, 60_000);
  afterAll(async () => {
    jest.restoreAllMocks();
    await orm?.close(true);
  });

  const is = (kind: 'integration.silent' | 'integration.back', integration: number): Promise<void> =>
    happen(orm.em.fork(), [{ kind, subject: `silence:${integration}`, integration }]);
  const plan = async (): Promise<void> => {
    while (await workers.planner.next());
    while (await workers.dispatcher.next());
  };
  const send = async (): Promise<void> => {
    while (await workers.sender.next());
  };

  it('reports both integrations as back even if the first edit is sent while the second edit is stored', async () => {
    for (const integration of INTEGRATIONS) await is('integration.silent', integration);
    await plan();
    await send();
    expect(posted.map(({ lines }) => lines.length)).toEqual([2]);
    await is('integration.back', 1);
    await plan();

    const { findOneOrFail } = EntityManager.prototype;
    const taken: (Delivery | null)[] = [];
    const reading = jest.spyOn(EntityManager.prototype, 'findOneOrFail');
    reading.mockImplementation(async function read(this: EntityManager, ...parameters: unknown[]) {
      const found: unknown = await Reflect.apply(findOneOrFail, this, parameters);
      if (found instanceof Delivery) taken.push(await workers.queue.take());
      return found as never;
    });
    await is('integration.back', 2);
    await plan();
    reading.mockRestore();
    expect(taken.length).toBe(1);
    // Each sender sends the version of the message that it read when it took the delivery.
    for (const delivery of taken)
      if (delivery) await workers.queue.markSent(delivery, { status: 200, remoteRef: null }, async () => undefined);
    await send();
    expect(posted.at(-1)).toMatchObject({ isOver: true });
    expect(posted.at(-1)?.lines.map(({ overAt }) => overAt)).toEqual([expect.any(String), expect.any(String)]);
  });
});
