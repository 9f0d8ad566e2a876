import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Param, Query } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import {
  listAlertResponsibilities,
  type Responsibility,
  ResponsibilityParams,
  ResponsibilityQuery,
} from '@portico/contracts/http/responsibilities';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { mayChange, reachOf } from '../owners/owners.ts';
import type { Group } from './owner-notices.ts';
import { responsibleOf } from './rights.ts';

type Row = Omit<Group, 'responsibleUserId'> & {
  kind: 'channel' | 'rule';
  id: number;
  name: string;
  organization: string | null;
};

const ROWS = `select t.kind, t.id, t.name, t.owner, t.organization_id as "organizationId", o.name as organization
  from (select 'channel' as kind, id, name, owner, organization_id, ${responsibleOf('channels')} as responsible from channels
    union all select 'rule', id, coalesce(view->>'name', filter_event_name, "on"->>0), owner, organization_id,
      ${responsibleOf('rules')} from rules) t
  left join organizations o on o.id = t.organization_id
  where t.responsible = ? and t.owner <> 'user' order by t.kind, t.name, t.id`;

/** Lists the channels and rules for which a departing person is responsible. */
@Controller()
export class ResponsibilitiesController {
  constructor(private readonly em: EntityManager) {}

  @Serve(listAlertResponsibilities)
  async list(
    @CurrentCaller() caller: Caller,
    @Param({ schema: ResponsibilityParams }) { userId }: ResponsibilityParams,
    @Query({ schema: ResponsibilityQuery }) { organization, integration }: ResponsibilityQuery,
  ): Promise<Page<Responsibility>> {
    const reach = await reachOf(this.em, caller);
    const rows = integration === undefined ? await this.em.execute<Row[]>(ROWS, [userId]) : [];
    const data = rows
      .filter((row) => mayChange(reach, row))
      .filter((row) => organization === undefined || row.organizationId === organization)
      .map((row) => {
        const { owner: _, ...responsibility } = row;
        return { ...responsibility, integrationId: null };
      });
    return { data, count: data.length };
  }
}
