import { describe, expect, it } from '@jest/globals';
import type { KeyState } from '@portico/contracts/events/integrations';
import { DoorGrants } from './door-grants.ts';

const NOW = Date.UTC(2026, 10, 24);
const at = (milliseconds: number): string => new Date(NOW + milliseconds).toISOString();
const key = (id: number, changes: Partial<KeyState> = {}): KeyState => ({
  id,
  version: 1,
  deletedAt: null,
  keyId: `key${id}`,
  integrationId: 7,
  kind: 'publish',
  mode: 'live',
  hash: '',
  expiresAt: null,
  ...changes,
});
const integration = {
  id: 7,
  version: 1,
  deletedAt: null,
  name: 'payroll',
  active: true,
  organizationId: 1,
  hasDoor: true,
};

describe('DoorGrants', () => {
  const grantsOf = (state: object, ...keys: KeyState[]) => {
    const grants = new DoorGrants();
    grants.applyIntegration({ ...integration, ...state });
    for (const one of keys) grants.applyKey(one);
    return grants;
  };

  it('grants write access to valid publishing keys of integrations with their own topics', () => {
    const keys = [
      key(1),
      key(2, { mode: 'test' }),
      key(3, { kind: 'read' }),
      key(4, { deletedAt: at(-1) }),
      key(5, { expiresAt: at(0) }),
      key(6, { expiresAt: at(1) }),
      key(8, { integrationId: 9 }),
    ];
    expect(grantsOf({}, ...keys).grants(NOW)).toEqual([
      { keyId: 'key1', topic: 'integration.door.v1.7' },
      { keyId: 'key2', topic: 'integration.door.v1.7.test' },
      { keyId: 'key6', topic: 'integration.door.v1.7' },
    ]);
    for (const state of [{ hasDoor: false }, { deletedAt: at(-1) }])
      expect(grantsOf(state, key(1)).grants(NOW)).toEqual([]);
  });

  it('keeps the topics of deleted integrations, because the topics may contain events', () => {
    expect(grantsOf({ hasDoor: false }, key(1)).topics()).toEqual([]);
    const topics = ['integration.door.v1.7', 'integration.door.v1.7.test'];
    expect(
      grantsOf({ deletedAt: at(-1) }, key(1))
        .topics()
        .map(({ topic }) => topic),
    ).toEqual(topics);
  });

  it('returns the time at which the next key expires', () => {
    const grants = grantsOf({}, key(1), key(2, { expiresAt: at(500) }), key(3, { expiresAt: at(100) }));
    expect(grants.nextEnd(NOW)).toBe(NOW + 100);
    expect(grants.nextEnd(NOW + 100)).toBe(NOW + 500);
    expect(grants.nextEnd(NOW + 500)).toBe(Number.POSITIVE_INFINITY);
  });
});
