import { beforeEach, describe, expect, it } from '@jest/globals';
import { integrationEvent } from '@portico/testkit/integration-event';
import { AcceptedEvent } from '../judge/accepted-event.ts';
import { GRACE, type JudgedMessage } from '../judge/judged-message.ts';
import { reject } from '../judge/rejection.ts';
import { Batch } from './batch.ts';

const accepted = new AcceptedEvent(integrationEvent(), { partition: 0, offset: 0 }, 0, 3, '{}');
const doubtful = reject('unknown_integration', 'there is no integration 9');

describe('a batch', () => {
  let batch: Batch;
  const add = (partition: number, offset: number, verdict: JudgedMessage['verdict'], now = 0): void =>
    batch.add(
      { position: { partition, offset }, publishedAt: 0, message: { key: null, value: Buffer.from('xyz') }, verdict },
      now,
    );
  const take = (now: number) => batch.take(now).map(({ position }) => `${position.partition}:${position.offset}`);

  beforeEach(() => {
    batch = new Batch();
  });

  it('holds a message whose verdict may change, and later messages of its partition, until the grace period ends', () => {
    add(0, 1, accepted);
    add(0, 2, doubtful);
    add(0, 3, accepted);
    add(1, 1, accepted);
    expect(take(GRACE - 1)).toEqual(['0:1', '1:1']);
    expect([batch.length, batch.bytes]).toEqual([2, 6]);
    add(1, 2, accepted, GRACE - 1);
    expect(take(GRACE)).toEqual(['0:2', '0:3', '1:2']);
    expect([batch.isEmpty, batch.bytes]).toEqual([true, 0]);
  });

  it('does not hold a message whose rejection is final', () => {
    add(0, 1, reject('not_json', 'the value is not JSON'));
    expect(take(0)).toEqual(['0:1']);
  });
});
