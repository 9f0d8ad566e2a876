import { expect } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { MemberRole } from '@portico/contracts/common/roles';
import type { Invitation } from '@portico/contracts/http/invitations';
import type { OwnMembership } from '@portico/contracts/http/memberships';
import { type Call, read } from '@portico/testkit';
import { newId, newOrganization, type Orgs, unique } from './orgs.ts';

/** Creates an organization, and returns it with its manager. */
export async function managedOrganization(
  orgs: Orgs,
): Promise<{ id: number; name: string; manager: Call; managerId: number }> {
  const [managerId, name] = [newId(), unique('Northwind')];
  const manager = await orgs.as('CLIENT', managerId);
  return { id: await newOrganization(manager, name), name, manager, managerId };
}

/** The e-mail of a caller from `orgs.as`. */
export const emailOf = (id: number): string => `user${id}@portico.test`;

export async function invite(
  manager: Call,
  organizationId: number,
  email: string,
  role?: MemberRole,
): Promise<Invitation> {
  const answer = await manager('POST', `/organizations/${organizationId}/invitations`, { email, role });
  expect(answer.status).toBe(201);
  return answer.body as Invitation;
}

export const tokenOf = ({ link }: Invitation): string => new URL(link ?? 'x:').hash.slice(1);
export const accept = (caller: Call, token: string) => caller('PUT', '/invitations/accept', { token });
export const own = async (caller: Call) => (await read<Page<OwnMembership>>(caller, '/users/organizations')).data;
export const listed = async (manager: Call, id: number) =>
  (await read<Page<Invitation>>(manager, `/organizations/${id}/invitations`)).data;
