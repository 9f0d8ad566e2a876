import { describe, expect, it } from '@jest/globals';
import { ListQuery } from '../common/page.ts';
import { ListEventsQuery } from './events.ts';
import { LeadSignUp, UserCreate, VendorSignUp } from './identity.ts';
import { IntegrationCreate, IntegrationUpdate } from './integrations.ts';
import { ViewCreate } from './views.ts';

describe('a request schema', () => {
  it('parses a list query from a URL and defaults the page', () => {
    expect(ListQuery.parse({ search: ' pay ', limit: '20', offset: '40' })).toEqual({
      search: 'pay',
      limit: 20,
      offset: 40,
    });
    expect(ListQuery.parse({})).toEqual({ limit: 10, offset: 0 });
  });

  it.each([{ limit: '0' }, { limit: '101' }, { limit: 'ten' }, { offset: '-1' }, { offset: '1.5' }])(
    'rejects the paging %j',
    (query) => {
      expect(ListQuery.safeParse(query).success).toBe(false);
    },
  );

  it('rejects a NUL character, which PostgreSQL cannot store', () => {
    const nul = 'ab\0';
    for (const [schema, value] of [
      [ListQuery, { search: nul }],
      [IntegrationCreate, { name: nul }],
      [IntegrationUpdate, { description: nul }],
      [ViewCreate, { name: 'view', search: { query: nul } }],
    ] as const)
      expect(schema.safeParse(value).error?.issues[0]?.message).toMatch(
        /^[A-Z]\w+ should not contain a NUL character$/,
      );
    expect(ViewCreate.safeParse({ name: 'view', search: { [nul]: 'x' } }).success).toBe(false);
  });

  it('parses comma-separated organizations of an event filter', () => {
    expect(ListEventsQuery.parse({ organizations: '3,7' }).organizations).toEqual([3, 7]);
    expect(ListEventsQuery.safeParse({ organizations: '3,x' }).success).toBe(false);
    expect(ListEventsQuery.safeParse({ status: 'MAYBE' }).success).toBe(false);
  });

  // spec: 3.2
  it('accepts a user type in any case and lower-cases an e-mail', () => {
    const user = UserCreate.parse({ name: 'Vera', email: 'Vera@Portico.test', usertype: 'super_admin' });
    expect(user).toMatchObject({ email: 'vera@portico.test', usertype: 'SUPER_ADMIN' });
  });

  it("describes faults of names and e-mails in the specification's words", () => {
    const messages = UserCreate.safeParse({ name: 'V', email: 'vera', usertype: 'lead' }).error?.issues.map(
      ({ message }) => message,
    );
    expect(messages).toEqual(['Name should be at least 2 letters long', 'Email should be a valid email']);
  });

  it('parses an empty instance address as null, and leaves absent fields absent', () => {
    expect(IntegrationCreate.parse({ name: 'payroll', instanceUrl: '' }).instanceUrl).toBeNull();
    expect(IntegrationUpdate.parse({ active: false })).toEqual({ active: false });
  });
});

describe('public forms', () => {
  const vendor = {
    usertype: 'vendor',
    name: 'Vera',
    email: 'vera@portico.test',
    phone: '(555) 012-3456',
    addressLine1: '1 Alder Street',
    city: 'Boston',
    state: 'MA',
    zipCode: '02101',
    country: 'USA',
  };

  it('accept a zip code that begins with zero', () => {
    expect(VendorSignUp.parse(vendor)).toMatchObject({ usertype: 'VENDOR', zipCode: 2_101, phone: '(555) 012-3456' });
    expect(VendorSignUp.parse({ ...vendor, zipCode: 12_345 }).zipCode).toBe(12_345);
  });

  it.each([
    ['name', 'V', 'Name should be at least 2 letters long'],
    ['email', 'vera', 'Email should be a valid email'],
    ['phone', '555-0123', 'Phone number should be at least 10 digits long'],
    ['addressLine1', '1', 'Address line is required'],
    ['city', 'B', 'City is required'],
    ['state', 'Mass', 'State should be 2 letters long'],
    ['state', '12', 'State should be 2 letters long'],
    ['zipCode', '1234', 'Zip code is required number'],
    ['zipCode', 123, 'Zip code is required number'],
    ['zipCode', 'abcde', 'Zip code is required number'],
    ['country', 'US', 'Country should be 3 letters long'],
  ])("reject a vendor whose %s is %j with the specification's message", (field, value, message) => {
    const { error } = VendorSignUp.safeParse({ ...vendor, [field]: value });
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it('report each missing field of a vendor', () => {
    const { error } = VendorSignUp.safeParse({ usertype: 'vendor', name: 'Vera', email: 'vera@portico.test' });
    expect(error?.issues.map((issue) => issue.message)).toEqual([
      'Phone number should be at least 10 digits long',
      'Address line is required',
      'City is required',
      'State should be 2 letters long',
      'Zip code is required number',
      'Country should be 3 letters long',
    ]);
  });

  it('keep only the name, e-mail and message of a lead', () => {
    const lead = { usertype: 'lead', name: 'Leo', email: 'leo@portico.test', message: 'A demo, please' };
    expect(LeadSignUp.parse({ ...lead, phone: '0123456789' })).toEqual({ ...lead, usertype: 'LEAD' });
    expect(LeadSignUp.safeParse({ ...lead, usertype: 'admin' }).success).toBe(false);
  });
});
