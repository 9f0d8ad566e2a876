import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { isAdmin, type MemberRole, type Usertype } from '@portico/contracts/common/roles';
import { Problem } from '@portico/service';

/** Who asks, or somebody who is asked about. */
export type Somebody = { id: number; usertype: Usertype };
/** Whose rows a caller sees: everybody's, or those of these organizations. */
export type Scope = 'all' | readonly number[];

const MEMBERSHIPS = `select m.organization_id as id, m.role from memberships m
  join organizations o on o.id = m.organization_id and o.deleted_at is null
  where m.user_id = ? and m.approved and m.deleted_at is null`;

/** Who may see and change what, by this service's copy of the memberships. */
@Injectable()
export class Scopes {
  constructor(private readonly em: EntityManager) {}

  async of(caller: Somebody, em: EntityManager = this.em): Promise<Scope> {
    if (isAdmin(caller.usertype)) return 'all';
    const rows = await em.execute<{ id: number }[]>(MEMBERSHIPS, [caller.id]);
    return rows.map(({ id }) => id);
  }

  /** `manager` for administrators; null for those who are no member: to them the rows of the organization, or of none, do not exist. */
  async roleIn(
    caller: Somebody,
    organizationId: number | null,
    em: EntityManager = this.em,
  ): Promise<MemberRole | null> {
    if (isAdmin(caller.usertype)) return 'manager';
    const [row] = await em.execute<{ role: MemberRole }[]>(`${MEMBERSHIPS} and m.organization_id = ?`, [
      caller.id,
      organizationId,
    ]);
    return row?.role ?? null;
  }

  /** Which organizations the caller manages; administrators manage all. */
  async managed(caller: Somebody, em: EntityManager = this.em): Promise<(organizationId: number) => boolean> {
    if (isAdmin(caller.usertype)) return () => true;
    const rows = await em.execute<{ id: number }[]>(`${MEMBERSHIPS} and m.role = 'manager'`, [caller.id]);
    const ids = new Set(rows.map(({ id }) => id));
    return (organizationId) => ids.has(organizationId);
  }

  /**
   * @param subject - what it is about, such as `The episode`.
   * @throws Problem `not_found` for those who are no member, `forbidden` for members who are no manager.
   */
  async requireManager(caller: Somebody, organizationId: number | null, subject: string): Promise<void> {
    const role = await this.roleIn(caller, organizationId);
    if (role === null) throw Problem.notFound(subject);
    if (role !== 'manager') throw Problem.forbidden('Only managers of the organization may do that');
  }
}
