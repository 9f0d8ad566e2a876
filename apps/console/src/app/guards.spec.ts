import { describe, expect, it } from '@jest/globals';
import { isRedirect } from '@tanstack/react-router';
import { USERTYPES, type Usertype } from '@portico/contracts/common/roles';
import { userOf } from '../testing/fixtures.ts';
import { adminsOnly, notForLeads } from './guards.ts';

/** The path to which the guard redirects a user of this type; null if the guard admits the user. */
const leads = (guard: typeof adminsOnly, usertype: Usertype): unknown => {
  try {
    guard({ context: { user: userOf(usertype) } });
    return null;
  } catch (thrown) {
    return isRedirect(thrown) ? thrown.options.to : thrown;
  }
};

// spec: 2.9, 2.16, 2.21, 3.18, 6.5, 6.6
describe.each<[string, typeof adminsOnly, Record<Usertype, string | null>]>([
  [
    '/admin and /billing',
    adminsOnly,
    { LEAD: '/dashboard', VENDOR: '/dashboard', CLIENT: '/dashboard', ADMIN: null, SUPER_ADMIN: null },
  ],
  ['/dashboard', notForLeads, { LEAD: '/products', VENDOR: null, CLIENT: null, ADMIN: null, SUPER_ADMIN: null }],
])('the guard of %s', (_, guard, expected) => {
  it.each(USERTYPES)('admits or redirects a %s', (usertype) => expect(leads(guard, usertype)).toBe(expected[usertype]));
});
