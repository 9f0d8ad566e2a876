import { describe, expect, it } from '@jest/globals';
import { readState } from './domain-event.ts';
import { membershipChanged, organizationChanged } from './orgs.ts';

const state = { id: 4, version: 2, name: 'Northwind', deletedAt: null };
const event = {
  specversion: '1.0',
  id: '0199b3a0-0000-7000-8000-000000000001',
  source: '/orgs',
  type: 'orgs.organization.changed',
  subject: '4',
  time: '2026-01-02T03:04:05.678Z',
  datacontenttype: 'application/json',
  data: state,
};

describe('readState', () => {
  it('returns the state and the event id', () => {
    expect(readState(organizationChanged, event)).toEqual({ ok: true, id: event.id, state });
  });

  it('accepts fields that a newer publisher added', () => {
    const newer = { ...event, traceparent: '00-1', data: { ...state, city: 'Oslo' } };
    expect(readState(organizationChanged, newer)).toEqual({ ok: true, id: event.id, state });
  });

  it('treats a member without a role as a viewer', () => {
    const data = { id: 4, version: 2, deletedAt: null, userId: 5, organizationId: 6, approved: true };
    const earlier = { ...event, source: '/orgs', type: membershipChanged.type, data };
    expect(readState(membershipChanged, earlier)).toMatchObject({ state: { ...data, role: 'viewer' } });
  });

  it.each([
    ['null', null, 'not a domain event'],
    ['an event of another type', { ...event, type: 'orgs.membership.changed' }, 'of type orgs.membership.changed'],
    ['a state without a version', { ...event, data: { ...state, version: undefined } }, 'version'],
    ['an event without an id', { ...event, id: undefined }, 'id'],
  ])('names the fault of %s', (_, payload, reason) => {
    const read = readState(organizationChanged, payload);
    expect(read).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });
});
