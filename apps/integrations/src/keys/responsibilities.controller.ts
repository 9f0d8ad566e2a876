import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Param, Query } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import {
  listKeyResponsibilities,
  type Responsibility,
  ResponsibilityParams,
  ResponsibilityQuery,
} from '@portico/contracts/http/responsibilities';
import { type Caller, callerIsAdmin, CurrentCaller, Serve } from '@portico/service';
import { Access } from '../access/access.ts';

const ROWS = `select k.id, k.label || ' of ' || i.name as name, k.integration_id as "integrationId",
    i.organization_id as "organizationId", o.name as organization
  from integration_keys k join integrations i on i.id = k.integration_id
  left join organizations o on o.id = i.organization_id and o.deleted_at is null
  where k.responsible_user_id = ? and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  order by name, k.id`;

type Row = Omit<Responsibility, 'kind' | 'integrationId'> & { integrationId: number };

/** Lists the keys for which a departing person is responsible. */
@Controller()
export class ResponsibilitiesController {
  constructor(
    private readonly em: EntityManager,
    private readonly access: Access,
  ) {}

  @Serve(listKeyResponsibilities)
  async list(
    @CurrentCaller() caller: Caller,
    @Param({ schema: ResponsibilityParams }) { userId }: ResponsibilityParams,
    @Query({ schema: ResponsibilityQuery }) { organization, integration }: ResponsibilityQuery,
  ): Promise<Page<Responsibility>> {
    const rights = callerIsAdmin(caller) ? null : await this.access.ofCaller(caller);
    const rows = await this.em.execute<Row[]>(ROWS, [userId]);
    const data = rows
      .filter(({ integrationId }) => rights === null || rights.has(integrationId))
      .filter(({ organizationId }) => organization === undefined || organizationId === organization)
      .filter(({ integrationId }) => integration === undefined || integrationId === integration)
      .map((row) => ({ kind: 'key' as const, ...row }));
    return { data, count: data.length };
  }
}
