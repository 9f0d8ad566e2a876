import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@portico/contracts/http/endpoint';
import type { Person, Role } from './product.ts';
import type { World } from './world.ts';

/** Values of the path's `{…}`, shared or one each; query, body and headers. */
type Sent = {
  id?: number | string | readonly (number | string)[];
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** One row of the permission table: a request, and the status of the response for each role. */
export type Row = {
  endpoint: Endpoint;
  what: string;
  answers: Record<Role, number>;
  send?: (world: World, person: Person) => Promise<Sent> | Sent;
};

export const everyone = (status: number): Row['answers'] => ({
  anonymous: status,
  lead: status,
  vendor: status,
  client: status,
  admin: status,
  super_admin: status,
});
export const signedIn = (status: number): Row['answers'] => ({ ...everyone(status), anonymous: 401 });
/** Other signed-in users get `others`. */
export const admins = (status: number, others = 403): Row['answers'] => ({
  ...signedIn(others),
  admin: status,
  super_admin: status,
});
/** A super admin's row is visible to super admins only. */
export const superAdmin = (status: number, admin = 404): Row['answers'] => ({ ...admins(admin), super_admin: status });

export const person = (usertype: string): object => ({
  name: 'Somebody',
  email: `${randomUUID()}@example.test`,
  usertype,
});
export const named = (): object => ({ name: `Something ${randomUUID()}` });
