import { describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '@portico/service';
import fc from 'fast-check';
import { Directory, keyOfScope, ofOrganizations } from '../directory/directory.ts';
import { Audience } from './audience.ts';
import { Audiences } from './audiences.ts';
import { Backlog } from './backlog.ts';
import { Subscription } from './subscription.ts';

const client = (id: number): Caller => ({
  id,
  email: `user${id}@portico.test`,
  usertype: 'CLIENT',
  accessVersion: 1,
  expiresAt: 0,
});
const organization = (id: number, deletedAt: string | null = null) => ({ id, version: 1, deletedAt, name: `o${id}` });
const membership = (userId: number, organizationId: number, approved: boolean) => ({
  id: userId * 100 + organizationId,
  version: 1,
  deletedAt: null,
  userId,
  organizationId,
  approved,
  role: 'viewer' as const,
});
const integration = (id: number, organizationId: number | null) => ({
  id: id + 1,
  version: 1,
  deletedAt: null,
  name: `i${id}`,
  active: true,
  organizationId,
});
const publisher = (one: { publisher: number; integration: number; isDeleted: boolean }) => ({
  id: one.publisher * 100 + one.integration + 1,
  version: 1,
  deletedAt: one.isDeleted ? '2026-01-01' : null,
  userId: one.publisher,
  integrationId: one.integration + 1,
});

/** Creates audiences that recheck permissions after every change of the directory. Also returns the subscriptions that they have ended. */
function watch(directory: Directory) {
  const audiences = new Audiences(directory);
  const ended = new Set<Subscription>();
  const positions = new Map([[0, 0]]);
  directory.onScopesChange((users) => audiences.recheck(users));
  const subscribe = (user: number): Subscription => {
    const connection = {
      id: `viewer ${user}`,
      isFree: () => true,
      sendTally: () => undefined,
      sendStatus: () => undefined,
      sendReset: () => void ended.add(subscription),
    };
    const subscription: Subscription = new Subscription(connection, {}, positions, false, client(user), directory);
    audiences.join(subscription, positions).addBehind(subscription, new Backlog(positions));
    return subscription;
  };
  return { audiences, ended, subscribe };
}

describe('Audiences', () => {
  it('end exactly the subscriptions of users whose permissions have changed', () => {
    const change = fc.oneof(
      fc.record({ user: fc.nat(3), organization: fc.nat(2), approved: fc.boolean() }),
      fc.record({ organization: fc.nat(2), isDeleted: fc.boolean() }),
      fc.record({ publisher: fc.nat(3), integration: fc.nat(1), isDeleted: fc.boolean() }),
      fc.record({ moved: fc.nat(1), to: fc.option(fc.nat(2)) }),
    );
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 20 }),
        fc.array(change, { minLength: 1, maxLength: 10 }),
        (before, after) => {
          const directory = new Directory();
          const apply = (one: (typeof before)[number]): void => {
            if ('user' in one) directory.applyMembership(membership(one.user, one.organization, one.approved));
            else if ('publisher' in one) directory.applyPublisher(publisher(one));
            else if ('moved' in one) directory.applyIntegration(integration(one.moved, one.to));
            else directory.applyOrganization(organization(one.organization, one.isDeleted ? '2026-01-01' : null));
          };
          for (const one of before) apply(one);
          const { audiences, ended, subscribe } = watch(directory);
          const open = new Set([0, 1, 2, 3, 3].map((user) => subscribe(user)));
          for (const one of after) {
            apply(one);
            for (const subscription of open) if (!subscription.isAllowed()) open.delete(subscription);
            expect(audiences.size).toBe(open.size);
            expect([...ended].filter((subscription) => open.has(subscription))).toEqual([]);
          }
        },
      ),
    );
  });

  it('look up only the scopes of users affected by a change', () => {
    const directory = new Directory();
    const { audiences, subscribe } = watch(directory);
    for (let user = 0; user < 1_000; user += 1) subscribe(user);
    const scopeOf = jest.spyOn(directory, 'scopeOf');
    for (let user = 900; user < 1_900; user += 1) directory.applyMembership(membership(user, 1, true));
    expect(scopeOf).toHaveBeenCalledTimes(100);
    expect(audiences.size).toBe(900);
  });

  it("look up a query's names once for all viewers, and ignore changes of other names", () => {
    const directory = new Directory();
    const name = (id: number, of: string): void =>
      directory.applyIntegration({ id, version: 1, deletedAt: null, name: of, active: true, organizationId: 1 });
    name(1, 'crew one');
    const where = 'integration:crew*';
    const [one, other] = [ofOrganizations([1]), ofOrganizations([2])].map(
      (scope) => new Audience(keyOfScope(scope), { where }, scope, directory, new Map()),
    );
    const idsOf = (audience: Audience | undefined): unknown => {
      const [query] = audience?.filter.where ?? [];
      return query?.kind === 'ids' && query.ids;
    };
    const before = idsOf(one);
    expect(before).toEqual(new Set([1]));
    name(2, 'staff');
    expect(idsOf(one)).toBe(before);
    expect(idsOf(other)).toBe(before);
    name(2, 'crew two');
    expect(idsOf(one)).toEqual(new Set([1, 2]));
    expect(idsOf(other)).toBe(idsOf(one));
  });

  it('match the next row of a renamed integration by the new name', () => {
    const directory = new Directory();
    const audience = new Audiences(directory).join(
      new Subscription(
        {
          id: '',
          isFree: () => true,
          sendTally: () => undefined,
          sendStatus: () => undefined,
          sendReset: () => undefined,
        },
        { integration: 'wages', sender: 'trusted' },
        new Map(),
        false,
        { ...client(1), usertype: 'ADMIN' },
        directory,
      ),
      new Map(),
    );
    const ofNames = (...ids: number[]) => ({ kind: 'ids', column: 'source_id', ids: new Set(ids) });
    const ofTrusted = expect.objectContaining({ kind: 'or' });
    expect(audience.filter.where).toEqual([ofNames(), ofTrusted]);
    directory.applyIntegration({ id: 4, version: 1, deletedAt: null, name: 'wages', active: true, organizationId: 1 });
    // The filter's conditions on senders remain.
    expect(audience.filter.where).toEqual([ofNames(4), ofTrusted]);
  });
});
