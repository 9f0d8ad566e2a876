import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { CONNECT_RIGHTS } from '@portico/contracts/http/connect';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';
import { Integration } from '../integration-row/integration.entity.ts';

/** The right with which a user may connect an integration. */
export type Right = (typeof CONNECT_RIGHTS)[number];
export type Permitted = { integration: Integration; right: Right };

const RIGHTS = `select i.id, case
    when exists (select from memberships m join organizations o on o.id = m.organization_id and o.deleted_at is null
      where m.organization_id = i.organization_id and m.user_id = ? and m.approved and m.role = 'manager'
        and m.deleted_at is null) then 'manager'
    when exists (select from publishers p where p.integration_id = i.id and p.user_id = ?) then 'publisher' end as right
  from integrations i`;

/** Determines who may connect an integration: its publishers, managers of its organization, and administrators. */
@Injectable()
export class Access {
  constructor(private readonly em: EntityManager) {}

  /** @throws Problem `not_found` for an unknown integration, and for users without the right to connect the integration. */
  async require(caller: Caller, id: number, em: EntityManager = this.em, isLocked = false): Promise<Permitted> {
    const lock = isLocked ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {};
    const integration = await em.findOne(Integration, { id }, lock);
    const right = integration && (await this.rightOf(em, caller, id));
    if (!integration || !right) throw Problem.notFound('The integration');
    return { integration, right };
  }

  /** @throws Problem `forbidden` for publishers, `not_found` for users without any right to the integration. */
  async requireManager(caller: Caller, id: number, em: EntityManager = this.em, isLocked = false): Promise<Permitted> {
    const permitted = await this.require(caller, id, em, isLocked);
    if (permitted.right === 'publisher')
      throw Problem.forbidden('Only managers of the organization can name publishers');
    return permitted;
  }

  /** Returns the caller's right to each integration that the caller manages or publishes for, by the integration's id. */
  async ofCaller(caller: Caller): Promise<Map<number, Right>> {
    const rows = await this.em.execute<{ id: number; right: Right }[]>(
      `select * from (${RIGHTS}) r where "right" is not null`,
      [caller.id, caller.id],
    );
    return new Map(rows.map(({ id, right }) => [id, right]));
  }

  private async rightOf(em: EntityManager, caller: Caller, id: number): Promise<Right | null> {
    if (callerIsAdmin(caller)) return 'admin';
    const [row] = await em.execute<{ right: Right | null }[]>(`${RIGHTS} where i.id = ?`, [caller.id, caller.id, id]);
    return row?.right ?? null;
  }
}
