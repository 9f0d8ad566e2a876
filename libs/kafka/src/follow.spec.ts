import { beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { organizationChanged, type OrganizationState } from '@portico/contracts/events/orgs';
import fc from 'fast-check';
import { followed } from './follow.ts';

const event = (state: OrganizationState): unknown => ({
  specversion: '1.0',
  id: '0199b3a0-0000-7000-8000-000000000001',
  source: '/orgs',
  type: 'orgs.organization.changed',
  subject: String(state.id),
  time: '2026-01-02T03:04:05.678Z',
  datacontenttype: 'application/json',
  data: state,
});

describe('following state topics', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('keeps the newest state of each aggregate despite repeated, late and unreadable records', () => {
    const history = fc.array(
      fc.record({ id: fc.integer({ min: 1, max: 4 }), version: fc.integer({ min: 1, max: 9 }) }),
    );
    fc.assert(
      fc.property(history, fc.array(fc.anything()), (states, noise) => {
        const copy = new Map<number, number>();
        const { receive } = followed(organizationChanged, ({ id, version }) => copy.set(id, version));
        for (const payload of noise) receive(payload);
        for (const state of states) receive(event({ ...state, name: `v${state.version}`, deletedAt: null }));
        const newest = new Map<number, number>();
        for (const { id, version } of states) newest.set(id, Math.max(version, newest.get(id) ?? 0));
        expect(copy).toEqual(newest);
      }),
    );
  });
});
