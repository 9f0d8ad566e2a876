import { describe, expect, it } from '@jest/globals';
import { serviceOf } from './routes.ts';

describe('serviceOf', () => {
  it.each([
    ['/users', 'IDENTITY_URL'],
    ['/users/7', 'IDENTITY_URL'],
    ['/users/organizations', 'ORGS_URL'],
    ['/users/organizations/', 'ORGS_URL'],
    ['/users/organizations-of-others', 'IDENTITY_URL'],
    ['/socket.io/', 'EVENTS_URL'],
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
