import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readState } from '@portico/contracts/events/domain-event';
import { privacyChanged, type PrivacyState } from '@portico/contracts/privacy/state';
import type { Privacy } from '@portico/contracts/http/privacy';
import { type Call, engines, eventually, read, readTopic } from '@portico/testkit';
import { newId, newOrganization, type Orgs, startOrgs, unique } from './orgs.ts';

const RULE = { hides: '/customer/email', action: 'mask', below: 'manager' } as const;

describe('privacy rules of organizations', () => {
  let orgs: Orgs;
  let admin: Call;

  beforeAll(async () => {
    orgs = await startOrgs(engines());
    admin = await orgs.as('ADMIN');
  }, 60_000);
  afterAll(() => orgs?.stop());

  const statesOf = async (organization: number): Promise<PrivacyState[]> => {
    const topic = await readTopic(privacyChanged.topic);
    const found = await eventually(() => {
      const states = topic.received.flatMap(({ value }) => {
        const one = readState(privacyChanged, JSON.parse(value ?? ''));
        return one.ok && one.state.organizationId === organization ? [one.state] : [];
      });
      return states.at(-1)?.deletedAt ? states : undefined;
    });
    await topic.stop();
    return found;
  };

  it('can be saved by managers and administrators, are published with a hash key, and are deleted with the organization', async () => {
    const manager = await orgs.as('CLIENT');
    const created = await manager('POST', '/organizations', { name: unique('Northwind') });
    const { id } = created.body as { id: number };
    const path = `/organizations/${id}/privacy`;
    expect(await read<Privacy>(manager, path)).toEqual({ version: 0, rules: [] });
    const first = await manager('PUT', path, { version: 0, rules: [RULE] });
    expect(first).toMatchObject({ status: 200, body: { version: 1, rules: [RULE] } });
    expect(first.body).toEqual({ version: 1, rules: [RULE] });
    expect(await admin('PUT', path, { version: 1, rules: [] })).toMatchObject({ status: 200, body: { version: 2 } });
    expect((await admin('DELETE', `/organizations/${id}`)).status).toBe(204);
    const states = await statesOf(id);
    expect(states.map(({ version, rules }) => [version, rules.length])).toEqual([
      [1, 1],
      [2, 0],
      [3, 0],
    ]);
    expect(new Set(states.map(({ key }) => key)).size).toBe(1);
    expect(states[0]?.key).toMatch(/^[\w-]{43}$/);
  });

  it('accept only one of several concurrent saves', async () => {
    const id = await newOrganization(admin);
    const save = (version: number) => admin('PUT', `/organizations/${id}/privacy`, { version, rules: [RULE] });
    const statuses = (await Promise.all([save(0), save(0), save(0)])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await save(1)).status).toBe(200);
    expect((await save(1)).status).toBe(409);
  });

  it('are not accessible to users who are not managers', async () => {
    const id = await newOrganization(admin);
    const memberId = newId();
    await admin('PUT', '/organizations/assign-many', { organizationId: id, users: [{ id: memberId, approved: true }] });
    const [member, stranger] = [await orgs.as('CLIENT', memberId), await orgs.as('CLIENT')];
    const body = { version: 0, rules: [] };
    for (const [call, status] of [
      [member, 403],
      [stranger, 404],
    ] as const) {
      expect((await call('GET', `/organizations/${id}/privacy`)).status).toBe(status);
      expect((await call('PUT', `/organizations/${id}/privacy`, body)).status).toBe(status);
      expect((await call('GET', '/privacy-rules')).status).toBe(403);
      expect((await call('PUT', '/privacy-rules', body)).status).toBe(403);
    }
    expect((await admin('PUT', '/organizations/2147483647/privacy', body)).status).toBe(404);
  });

  it('can be saved as one list for the whole product', async () => {
    const { version } = await read<Privacy>(admin, '/privacy-rules');
    const saved = await admin('PUT', '/privacy-rules', { version, rules: [{ ...RULE, hides: 'email' }] });
    expect(saved).toMatchObject({ status: 200, body: { version: version + 1 } });
    expect((await read<Privacy>(admin, '/privacy-rules')).rules).toEqual([{ ...RULE, hides: 'email' }]);
  });

  it.each([
    [[{ ...RULE, hides: 'customer.email' }]],
    [[{ ...RULE, hides: '/subject' }]],
    [[{ ...RULE, below: 'viewer' }]],
    [[{ ...RULE, action: 'encrypt' }]],
    [Array.from({ length: 51 }, () => RULE)],
    [[{ ...RULE, hides: `/${'a'.repeat(300)}` }]],
  ])('are rejected if invalid: %j', async (rules) => {
    const id = await newOrganization(admin);
    expect((await admin('PUT', `/organizations/${id}/privacy`, { version: 0, rules })).status).toBe(400);
  });
});
