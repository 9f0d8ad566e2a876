import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@portico/contracts/http/endpoint';
import type { Person, Role } from './product.ts';
import type { World } from './world.ts';

/** What is sent in place of the path's `{…}`, after its `?`, as body and headers. */
export type Sent = { id?: number | string; query?: string; body?: unknown; headers?: Record<string, string> };

/** One row of the permission table: what is asked, and the status that each role is answered. */
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
/** Others who are signed in are answered `others`. */
export const admins = (status: number, others = 403): Row['answers'] => ({
  ...signedIn(others),
  admin: status,
  super_admin: status,
});
/** Of a super admin's row nobody else knows. */
export const superAdmin = (status: number, admin = 404): Row['answers'] => ({ ...admins(admin), super_admin: status });

export const person = (usertype: string): object => ({
  name: 'Somebody',
  email: `${randomUUID()}@example.test`,
  usertype,
});
export const named = (): object => ({ name: `Something ${randomUUID()}` });
