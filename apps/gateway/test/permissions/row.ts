import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@portico/contracts/http/endpoint';
import type { Person, Role } from './product.ts';
import type { World } from './world.ts';

/** Parts of a request. `id` replaces the path's `{…}`: one value for all parameters, or a list with one value for each. */
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
/** Expected statuses: `status` for administrators, `othersStatus` for other signed-in users, 401 for anonymous callers. */
export const admins = (status: number, othersStatus = 403): Row['answers'] => ({
  ...signedIn(othersStatus),
  admin: status,
  super_admin: status,
});
/** Expected statuses for the data of a super admin, which only super admins can see. */
export const superAdmin = (status: number, admin = 404): Row['answers'] => ({ ...admins(admin), super_admin: status });

export const person = (usertype: string): object => ({
  name: 'Somebody',
  email: `${randomUUID()}@example.test`,
  usertype,
});
export const named = (): object => ({ name: `Something ${randomUUID()}` });
