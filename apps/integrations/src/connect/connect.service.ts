import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { Page, Paging } from '@portico/contracts/common/page';
import { type Trust, TRUSTS } from '@portico/contracts/common/trust';
import { doorTopic, INTEGRATION_EVENTS_TOPIC, testDoorTopic } from '@portico/contracts/events/integration-event';
import { integrationChanged } from '@portico/contracts/events/integrations';
import type {
  Connect,
  ConnectedIntegration,
  EpisodesChange,
  OrganizationIntegration,
} from '@portico/contracts/http/connect';
import { ingestEvents } from '@portico/contracts/http/ingest';
import { exchangeKey } from '@portico/contracts/http/oauth';
import { Membership, Organization, Outbox } from '@portico/messaging';
import { type Caller, callerIsAdmin, CONFIG, Problem } from '@portico/service';
import { Access, type Permitted } from '../access/access.ts';
import type { IntegrationsConfig } from '../config.ts';
import { Integration } from '../integration-row/integration.entity.ts';

type Names = ReadonlyMap<number, string>;

/** Returns the data that a publisher needs to connect an integration, and changes the integration's settings. */
@Injectable()
export class ConnectService {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: IntegrationsConfig,
    private readonly outbox: Outbox,
    private readonly access: Access,
  ) {}

  async list(caller: Caller): Promise<Page<ConnectedIntegration>> {
    const rights = await this.access.ofCaller(caller);
    const integrations = await this.em.find(Integration, { id: { $in: [...rights.keys()] } }, { orderBy: { name: 1 } });
    const names = await this.namesOf(this.em, integrations);
    const data = integrations.map((integration) =>
      this.toConnected({ integration, right: rights.get(integration.id) ?? 'publisher' }, names),
    );
    return { data, count: data.length };
  }

  /** @throws Problem `not_found` for everyone except administrators and approved members. */
  async listOfOrganization(
    caller: Caller,
    organizationId: number,
    paging: Paging,
  ): Promise<Page<OrganizationIntegration>> {
    const isAdmin = callerIsAdmin(caller);
    const organization = await this.em.count(Organization, { id: organizationId, deletedAt: null });
    const membership = { organizationId, userId: caller.id, approved: true, deletedAt: null };
    if (organization === 0 || (!isAdmin && (await this.em.count(Membership, membership)) === 0))
      throw Problem.notFound('The organization');
    const orderBy = { name: 'asc', id: 'asc' } as const;
    const [rows, count] = await this.em.findAndCount(Integration, { organizationId }, { ...paging, orderBy });
    const rights = await this.access.ofCaller(caller);
    const rightOf = (id: number) => (isAdmin ? 'admin' : (rights.get(id) ?? null));
    return { data: rows.map(({ id, name, active }) => ({ id, name, active, right: rightOf(id) })), count };
  }

  async get(caller: Caller, id: number): Promise<Connect> {
    return this.toConnect(this.em, await this.access.require(caller, id));
  }

  /** @throws Problem `forbidden` for publishers who try to lower the trust. */
  changeTrust(caller: Caller, id: number, trust: Trust): Promise<Connect> {
    return this.change(caller, id, { trust }, ({ integration, right }) => {
      if (right === 'publisher' && TRUSTS.indexOf(trust) < TRUSTS.indexOf(integration.trust))
        throw Problem.forbidden(
          'Only managers of the organization can lower the trust level. Publishers can raise it.',
        );
    });
  }

  /** @throws Problem `forbidden` for publishers. */
  async changeEpisodes(caller: Caller, id: number, { bySubject }: EpisodesChange): Promise<EpisodesChange> {
    const { right } = await this.access.require(caller, id);
    if (right === 'publisher') throw Problem.forbidden('Only managers of the organization can do this');
    await this.change(caller, id, { episodesBySubject: bySubject });
    return { bySubject };
  }

  openDoor(caller: Caller, id: number): Promise<Connect> {
    return this.change(caller, id, { hasDoor: true });
  }

  private change(
    caller: Caller,
    id: number,
    change: Partial<Pick<Integration, 'trust' | 'hasDoor' | 'episodesBySubject'>>,
    refuse?: (permitted: Permitted) => void,
  ): Promise<Connect> {
    return this.em.transactional(async (em) => {
      const permitted = await this.access.require(caller, id, em, true);
      refuse?.(permitted);
      const { integration } = permitted;
      em.assign(integration, change);
      integration.version += 1;
      this.outbox.add(em, integrationChanged, integration.toState());
      await em.flush();
      return this.toConnect(em, permitted);
    });
  }

  private async toConnect(em: EntityManager, permitted: Permitted): Promise<Connect> {
    const { integration } = permitted;
    const { id, trust, hasDoor } = integration;
    const { API_URL, KAFKA_PUBLIC_BROKERS, KAFKA_BROKERS, KAFKA_PUBLIC_PROTOCOL, KAFKA_PUBLIC_MECHANISMS } =
      this.config;
    return {
      ...this.toConnected(permitted, await this.namesOf(em, [integration])),
      trust,
      quota: integration.quota(),
      ingestUrl: new URL(ingestEvents.path, API_URL).href,
      tokenUrl: new URL(exchangeKey.path, API_URL).href,
      kafka: {
        brokers: KAFKA_PUBLIC_BROKERS ?? KAFKA_BROKERS.join(','),
        sharedTopic: INTEGRATION_EVENTS_TOPIC,
        ownTopic: hasDoor ? doorTopic(id) : null,
        testTopic: hasDoor ? testDoorTopic(id) : null,
        protocol: KAFKA_PUBLIC_PROTOCOL,
        mechanisms: KAFKA_PUBLIC_MECHANISMS,
      },
    };
  }

  private toConnected({ integration, right }: Permitted, names: Names): ConnectedIntegration {
    const { id, name, active, organizationId } = integration;
    const organization = names.get(organizationId ?? 0);
    return {
      id,
      name,
      active,
      right,
      organization: organization === undefined || !organizationId ? null : { id: organizationId, name: organization },
    };
  }

  private async namesOf(em: EntityManager, integrations: readonly Integration[]): Promise<Names> {
    const ids = integrations.map(({ organizationId }) => organizationId).filter((id) => typeof id === 'number');
    const organizations = await em.find(Organization, { id: { $in: ids }, deletedAt: null });
    return new Map(organizations.map(({ id, name }) => [id, name]));
  }
}
