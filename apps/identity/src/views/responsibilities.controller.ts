import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Param, Query } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import {
  listViewResponsibilities,
  type Responsibility,
  ResponsibilityParams,
  ResponsibilityQuery,
} from '@portico/contracts/http/responsibilities';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { mayChange, reachOf } from './reach.ts';

const ROWS = `select v.id, v.name, v.organization_id as "organizationId", o.name as organization
  from views v left join organizations o on o.id = v.organization_id
  where v.user_id = ? and (v.organization_id is not null or v.for_staff) order by v.name, v.id`;

type Row = Omit<Responsibility, 'kind' | 'integrationId'>;

/** Lists the shared views for which a departing person is responsible. */
@Controller()
export class ResponsibilitiesController {
  constructor(private readonly em: EntityManager) {}

  @Serve(listViewResponsibilities)
  async list(
    @CurrentCaller() caller: Caller,
    @Param({ schema: ResponsibilityParams }) { userId }: ResponsibilityParams,
    @Query({ schema: ResponsibilityQuery }) { organization, integration }: ResponsibilityQuery,
  ): Promise<Page<Responsibility>> {
    const reach = await reachOf(this.em, caller);
    const rows = integration === undefined ? await this.em.execute<Row[]>(ROWS, [userId]) : [];
    const data = rows
      .filter(({ organizationId }) => mayChange(reach, { userId, sharedWith: organizationId ?? 'staff' }))
      .filter(({ organizationId }) => organization === undefined || organizationId === organization)
      .map((row) => ({ kind: 'view' as const, ...row, integrationId: null }));
    return { data, count: data.length };
  }
}
