import { describe, expect, it } from '@jest/globals';
import { addressOf, serviceOf } from './routes.ts';

describe('serviceOf', () => {
  it.each([
    ['/users', 'IDENTITY_URL'],
    ['/users/7', 'IDENTITY_URL'],
    ['/users/organizations', 'ORGS_URL'],
    ['/users/organizations/', 'ORGS_URL'],
    ['/users/organizations-of-others', 'IDENTITY_URL'],
    ['/socket.io/', 'EVENTS_LIVE_URL'],
    ['/ingest/events', 'EVENTS_DOORS_URL'],
    ['/events', 'EVENTS_URL'],
    ['/events/facets', 'EVENTS_URL'],
    ['/views/7', 'IDENTITY_URL'],
  ])('sends %s to %s', (path, service) => {
    expect(serviceOf(path)).toBe(service);
  });

  it.each(['/', '/usersx', '/health/live', '/metrics', '/.well-known/jwks.json', '//events', '/EVENTS'])(
    'returns null for %s',
    (path) => {
      expect(serviceOf(path)).toBeNull();
    },
  );
});

it('the gateway uses EVENTS_URL for a role of the events service that has no separate URL', () => {
  const [IDENTITY_URL, ORGS_URL, INTEGRATIONS_URL, BILLING_URL, ALERTS_URL] = ['a', 'b', 'c', 'd', 'e'];
  const others = { IDENTITY_URL, ORGS_URL, INTEGRATIONS_URL, BILLING_URL, ALERTS_URL };
  const together = { ...others, EVENTS_URL: 'all', EVENTS_LIVE_URL: undefined, EVENTS_DOORS_URL: undefined };
  expect(addressOf(together, 'EVENTS_LIVE_URL')).toBe('all');
  expect(addressOf({ ...together, EVENTS_LIVE_URL: 'live' }, 'EVENTS_LIVE_URL')).toBe('live');
  expect(addressOf({ ...together, EVENTS_LIVE_URL: 'live' }, 'EVENTS_DOORS_URL')).toBe('all');
  expect(addressOf(together, 'ORGS_URL')).toBe('b');
});
