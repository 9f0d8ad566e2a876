import { EntityManager, LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { ListQuery, Page } from '@portico/contracts/common/page';
import { DEFAULT_QUOTA } from '@portico/contracts/common/trust';
import { integrationChanged } from '@portico/contracts/events/integrations';
import type {
  IntegrationCreate,
  Integration as IntegrationRow,
  IntegrationUpdate,
} from '@portico/contracts/http/integrations';
import { matching } from '@portico/postgres';
import { Organization, Outbox } from '@portico/messaging';
import { CONFIG, Problem } from '@portico/service';
import type { IntegrationsConfig } from '../config.ts';
import { KeysService } from '../keys/keys.service.ts';
import { OrganizationsService } from '../organizations/organizations.service.ts';
import { endPublishers } from '../publishers/publisher-writer.ts';
import { Integration } from '../integration-row/integration.entity.ts';
import { EventSchema } from '../schemas/event-schema.entity.ts';
import { settleLambdaFields } from './lambda-fields.ts';

/** Integrations with external systems. Every caller is an administrator. */
@Injectable()
export class IntegrationsService {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: Pick<IntegrationsConfig, 'INTEGRATION_TRUST_DEFAULT'>,
    private readonly outbox: Outbox,
    private readonly organizations: OrganizationsService,
    private readonly keys: KeysService,
  ) {}

  /** Selects the page's ids from the index first, so that a deep page does not read earlier rows. */
  async list({ search, limit, offset }: ListQuery): Promise<Page<IntegrationRow>> {
    const where = search ? { searchText: matching(search) } : {};
    const newest = { orderBy: { id: 'desc' } } as const;
    const page = this.em
      .createQueryBuilder(Integration)
      .select('id')
      .where(where)
      .orderBy(newest.orderBy)
      .limit(limit)
      .offset(offset);
    const [integrations, count] = await Promise.all([
      this.em.find(Integration, { id: { $in: page.toRaw() } }, newest),
      this.em.count(Integration, where),
    ]);
    return { data: await this.toRows(this.em, integrations), count };
  }

  async get(id: number): Promise<IntegrationRow> {
    return this.toRow(this.em, await this.existing(this.em, id));
  }

  async create(body: IntegrationCreate): Promise<IntegrationRow> {
    await this.organizations.require(body.organizationId);
    return this.unique(() =>
      this.em.transactional(async (em) => {
        const { quota, ...fields } = body;
        const integration = em.create(Integration, {
          ...fields,
          ...(quota ?? DEFAULT_QUOTA),
          trust: this.config.INTEGRATION_TRUST_DEFAULT,
        });
        settleLambdaFields(integration);
        await em.persist(integration).flush();
        this.outbox.add(em, integrationChanged, integration.toState());
        return this.toRow(em, integration);
      }),
    );
  }

  async update(id: number, body: IntegrationUpdate): Promise<IntegrationRow> {
    const { organizationId } = await this.existing(this.em.fork(), id);
    if (body.organizationId !== organizationId) await this.organizations.require(body.organizationId);
    return this.unique(() =>
      this.em.transactional(async (em) => {
        const integration = await this.existing(em, id, LockMode.PESSIMISTIC_WRITE);
        const before = integration.organizationId;
        const { quota, ...fields } = body;
        em.assign(integration, { ...fields, ...quota }, { ignoreUndefined: true });
        settleLambdaFields(integration);
        integration.version += 1;
        this.outbox.add(em, integrationChanged, integration.toState());
        await em.flush();
        if (before && before !== integration.organizationId) await this.closeDoors(em, id);
        return this.toRow(em, integration);
      }),
    );
  }

  /** Deletes an integration. Its past events stay readable, and its new events are rejected. */
  async delete(id: number): Promise<void> {
    await this.em.transactional(async (em) => {
      const integration = await this.existing(em, id, LockMode.PESSIMISTIC_WRITE);
      integration.version += 1;
      this.outbox.add(em, integrationChanged, integration.toState(new Date()));
      em.remove(integration);
      await this.closeDoors(em, id);
      await em.nativeDelete(EventSchema, { integrationId: id });
    });
  }

  /** Revokes the integration's keys and removes its publishers, so that publishers get no access to another organization. */
  private async closeDoors(em: EntityManager, id: number): Promise<void> {
    await this.keys.revokeAll(em, id);
    await endPublishers(em, id);
  }

  private async existing(em: EntityManager, id: number, lockMode?: LockMode.PESSIMISTIC_WRITE): Promise<Integration> {
    const integration = await em.findOne(Integration, { id }, lockMode === undefined ? {} : { lockMode });
    if (!integration) throw Problem.notFound('The integration');
    return integration;
  }

  private async toRow(em: EntityManager, integration: Integration): Promise<IntegrationRow> {
    const [row] = await this.toRows(em, [integration]);
    if (!row) throw new Error('one integration makes one row');
    return row;
  }

  private async toRows(em: EntityManager, integrations: Integration[]): Promise<IntegrationRow[]> {
    const ids = integrations.map(({ organizationId }) => organizationId).filter((id) => typeof id === 'number');
    const organizations = ids.length > 0 ? await em.find(Organization, { id: { $in: ids }, deletedAt: null }) : [];
    const names = new Map(organizations.map(({ id, name }) => [id, name]));
    return integrations.map((integration) => integration.toRow(names.get(integration.organizationId ?? 0) ?? null));
  }

  private async unique<Result>(write: () => Promise<Result>): Promise<Result> {
    return write().catch((error: unknown) => {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      const message = 'The organization already has an integration with this name';
      throw new Problem('already_exists', message, [{ pointer: '/name', message }], { cause: error });
    });
  }
}
