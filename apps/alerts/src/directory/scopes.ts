import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { MemberRole } from '@portico/contracts/common/roles';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';

/** Whose rows a caller sees: everybody's, or those of these organizations. */
export type Scope = 'all' | readonly number[];

const MEMBERSHIPS = `select m.organization_id as id, m.role from memberships m
  join organizations o on o.id = m.organization_id and o.deleted_at is null
  where m.user_id = ? and m.approved and m.deleted_at is null`;

/** Who may see and change what, by this service's copy of the memberships. */
@Injectable()
export class Scopes {
  constructor(private readonly em: EntityManager) {}

  async of(caller: Caller, em: EntityManager = this.em): Promise<Scope> {
    if (callerIsAdmin(caller)) return 'all';
    const rows = await em.execute<{ id: number }[]>(MEMBERSHIPS, [caller.id]);
    return rows.map(({ id }) => id);
  }

  /** `manager` for administrators; null for those who are no member: to them the organization's rows do not exist. */
  async roleIn(caller: Caller, organizationId: number, em: EntityManager = this.em): Promise<MemberRole | null> {
    if (callerIsAdmin(caller)) return 'manager';
    const [row] = await em.execute<{ role: MemberRole }[]>(`${MEMBERSHIPS} and m.organization_id = ?`, [
      caller.id,
      organizationId,
    ]);
    return row?.role ?? null;
  }

  /**
   * @param subject - what it is about, such as `The episode`.
   * @throws Problem `not_found` for those who are no member, `forbidden` for members who are no manager.
   */
  async requireManager(caller: Caller, organizationId: number, subject: string): Promise<void> {
    const role = await this.roleIn(caller, organizationId);
    if (role === null) throw Problem.notFound(subject);
    if (role !== 'manager') throw Problem.forbidden('Only managers of the organization may do that');
  }
}
