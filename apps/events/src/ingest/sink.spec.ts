import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { integrationEvent } from '@portico/testkit/integration-event';
import type { DirectoryFollower } from '../directory/directory.module.ts';
import { Directory } from '../directory/directory.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { type JudgedMessage, judge, type RejectedMessage } from '../judge/judged-message.ts';
import type { ActivityPublisher } from './activity.ts';
import type { EventStore } from './event-store.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { RejectedEvents } from './rejected-events.ts';
import { Sink } from './sink.ts';

const OWN = new Map([[0, -1]]);

describe('Sink', () => {
  let directory: Directory;
  let stored: AcceptedEvent[];
  let rejected: RejectedMessage[];
  const settle = (
    messages: readonly JudgedMessage[],
    catchUp: (signal?: AbortSignal) => Promise<void>,
    signal = new AbortController().signal,
  ) => {
    const events: Partial<EventStore> = {
      identities: (first) => Promise.resolve({ first: [...first], repeats: new Map(), reused: [] }),
      storeNew: (rows, _own, outcome) => {
        stored.push(...rows);
        outcome.stored(rows);
        return Promise.resolve(OWN);
      },
    };
    const inbox: Partial<RejectedEvents> = {
      publish: (some) => {
        rejected.push(...some);
        return Promise.resolve();
      },
    };
    return new Sink(
      events as EventStore,
      directory,
      { catchUp } as DirectoryFollower,
      inbox as RejectedEvents,
      { publish: () => Promise.resolve() } as unknown as ActivityPublisher,
      { stored: jest.fn(), rejected: jest.fn(), duplicates: jest.fn() } as unknown as IngestMetrics,
    ).settle(messages, OWN, signal);
  };
  const judged = (value: string, offset = 0): JudgedMessage => {
    const message = {
      position: { partition: 0, offset },
      publishedAt: Date.now(),
      message: { key: null, value: Buffer.from(value) },
    };
    return { ...message, verdict: judge(message, directory) };
  };
  const become = (id: number): void =>
    directory.applyIntegration({ id, version: 1, deletedAt: null, name: 'new', active: true, organizationId: 1 });
  const event = JSON.stringify(integrationEvent({ source_id: 1, organization_id: 1 }));

  beforeEach(() => {
    directory = new Directory();
    [stored, rejected] = [[], []];
  });

  it('accepts an event of an integration that is published but not yet read by this process', async () => {
    const settled = await settle([judged(event)], async () => become(1));
    expect(settled).toMatchObject({ stored: 1, rejected: 0 });
    expect(rejected).toEqual([]);
  });

  it('rejects an event if its integration is not published', async () => {
    await settle([judged(event)], () => Promise.resolve());
    expect(rejected.map(({ rejection }) => rejection.code)).toEqual(['unknown_integration']);
    expect(stored).toEqual([]);
  });

  it('does not wait for unread integrations if no verdict could change', async () => {
    become(1);
    const catchUp = jest.fn(() => Promise.resolve());
    expect(await settle([judged(event), judged('not JSON', 1)], catchUp)).toMatchObject({ stored: 1, rejected: 1 });
    expect(catchUp).not.toHaveBeenCalled();
  });

  it('neither stores nor rejects events if the service ends while the sink waits for integrations', async () => {
    const end = new AbortController();
    const reason = new Error('the service ends');
    const catchUp = (signal?: AbortSignal): Promise<void> => {
      end.abort(reason);
      signal?.throwIfAborted();
      return Promise.resolve();
    };
    await expect(settle([judged(event)], async (signal) => catchUp(signal), end.signal)).rejects.toBe(reason);
    expect([stored, rejected]).toEqual([[], []]);
  });
});
