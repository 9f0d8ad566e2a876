import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { isAdmin, type MemberRole, type Usertype } from '@portico/contracts/common/roles';
import { Problem } from '@portico/service';

type Account = { id: number; usertype: Usertype };
export type Scope = 'all' | readonly number[];

const MEMBERSHIPS = `select m.organization_id as id, m.role from memberships m
  join organizations o on o.id = m.organization_id and o.deleted_at is null
  where m.user_id = ? and m.approved and m.deleted_at is null`;

/** Returns a user's role by organization id. */
export async function membershipsOf(em: EntityManager, userId: number): Promise<ReadonlyMap<number, MemberRole>> {
  const rows = await em.execute<{ id: number; role: MemberRole }[]>(MEMBERSHIPS, [userId]);
  return new Map(rows.map(({ id, role }) => [id, role]));
}

export const inScope = (scope: Scope) => (scope === 'all' ? {} : { organizationId: { $in: [...scope] } });

/** For each minimum role, the roles that satisfy it. */
const ROLES = { operator: ['operator', 'manager'], manager: ['manager'] } as const;
export type LeastRole = keyof typeof ROLES;
const REFUSALS: Record<LeastRole, string> = {
  operator: 'Only operators and managers of the organization can do this',
  manager: 'Only managers of the organization can do this',
};
const has = (role: MemberRole, least: LeastRole): boolean => ROLES[least].some((one) => one === role);

/** Checks which rows a caller may see and change, from this service's copy of the memberships. */
@Injectable()
export class Scopes {
  constructor(private readonly em: EntityManager) {}

  async of(caller: Account, em: EntityManager = this.em): Promise<Scope> {
    if (isAdmin(caller.usertype)) return 'all';
    return [...(await membershipsOf(em, caller.id)).keys()];
  }

  /** Returns a caller's role in an organization: `manager` for administrators, null for non-members. */
  async roleIn(
    caller: Account,
    organizationId: number | null,
    em: EntityManager = this.em,
  ): Promise<MemberRole | null> {
    if (isAdmin(caller.usertype)) return 'manager';
    return (await membershipsOf(em, caller.id)).get(organizationId ?? 0) ?? null;
  }

  /** Returns a function that tells whether the caller has at least a role in an organization. Administrators have every role. */
  async rolesOf(
    caller: Account,
    em: EntityManager = this.em,
  ): Promise<(least: LeastRole, organizationId: number) => boolean> {
    if (isAdmin(caller.usertype)) return () => true;
    const roles = await membershipsOf(em, caller.id);
    return (least, organizationId) => {
      const role = roles.get(organizationId);
      return role !== undefined && has(role, least);
    };
  }

  /**
   * Checks the caller's role. @param subject - start of the error message, such as `The episode`.
   * @throws Problem `not_found` for non-members, `forbidden` for members with a lower role.
   */
  async requireRole(least: LeastRole, caller: Account, organizationId: number | null, subject: string): Promise<void> {
    const role = await this.roleIn(caller, organizationId);
    if (role === null) throw Problem.notFound(subject);
    if (!has(role, least)) throw Problem.forbidden(REFUSALS[least]);
  }
}
