import type { User } from '@portico/contracts/http/identity';
import { createFakeRows } from './fake-rows.ts';
import { userOf } from './fixtures.ts';

/** User number `id`; 7 is the signed-in user. */
export const userNumbered = (id: number, change: Partial<User> = {}): User => ({
  ...userOf('CLIENT'),
  id,
  name: `Person ${id}`,
  email: `person${id}@acme.test`,
  ...change,
});

export const createFakeUsers = (users: User[]) => {
  const { api, sent } = createFakeRows('/users', 'PATCH', users, userNumbered);
  return { api: { ...api, 'GET /auth': () => users.find(({ id }) => id === userOf('CLIENT').id) }, sent };
};
