import { isDeepStrictEqual } from 'node:util';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { OwnerQuery } from '@portico/contracts/common/owners';
import type { Page } from '@portico/contracts/common/page';
import {
  MAX_RULES,
  type Rule as RuleRow,
  type RuleCreate,
  type RuleUpdate,
  RuleView,
} from '@portico/contracts/http/rules';
import { Organization } from '@portico/messaging';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';
import { Channel } from '../channels/store/channel.entity.ts';
import { Integration } from '../directory/integration.entity.ts';
import { Scopes } from '../directory/scopes.ts';
import {
  listed,
  lockOwned,
  type OwnedRow,
  ownerFields,
  ownerOf,
  type Reach,
  reachOf,
  requireChange,
  requireVisible,
} from '../owners/owners.ts';
import { groupOf, noteOwned } from '../responsible/owner-notices.ts';
import { requireOwned, takeOver } from '../responsible/take-over.ts';
import { Rule } from './rule.entity.ts';
import { filterOf, requireSearch } from './view-filter.ts';
import { SEVERITIES } from '@portico/contracts/events/choices';
import { intArray } from '@portico/postgres';
import { namesOf } from '../directory/names.ts';

const LAST = `select rule_id as id, to_json(max(created_at)) as at from notices
  where rule_id = any(?::int[]) group by rule_id`;

async function ruleRows(em: EntityManager, reach: Reach, rules: readonly Rule[]): Promise<RuleRow[]> {
  const ownerOf = await ownerFields(em, reach, rules);
  const organizations = await namesOf(
    em,
    Organization,
    rules.map(({ filterOrganizationId }) => filterOrganizationId),
  );
  const integrations = await namesOf(
    em,
    Integration,
    rules.map(({ filterIntegrationId }) => filterIntegrationId),
  );
  const channels = await em.find(Channel, { id: { $in: rules.flatMap((rule) => rule.channels) } });
  const last = await em.execute<{ id: number; at: string }[]>(LAST, [intArray(rules.map(({ id }) => id))]);
  return rules.map((rule) => {
    const lastAt = last.find(({ id }) => id === rule.id)?.at;
    return {
      id: rule.id,
      ...ownerOf(rule),
      on: rule.on,
      filter: {
        organizationId: rule.filterOrganizationId ?? null,
        organization: organizations.get(rule.filterOrganizationId) ?? null,
        integrationId: rule.filterIntegrationId ?? null,
        integration: integrations.get(rule.filterIntegrationId) ?? null,
        eventName: rule.filterEventName ?? null,
        severity: SEVERITIES.find((severity) => severity === rule.filterSeverity) ?? null,
      },
      trouble: rule.trouble ?? null,
      view: rule.view ? RuleView.parse(rule.view) : null,
      channels: rule.channels.flatMap((id) => {
        const channel = channels.find((one) => one.id === id);
        return channel ? [{ id, name: channel.name, type: channel.type, state: channel.stateNow() }] : [];
      }),
      inbox: rule.inbox,
      quietHours: rule.quietHours ?? null,
      digest: rule.digest,
      remind: rule.remind,
      active: rule.active,
      lastNoticeAt: lastAt === undefined ? null : new Date(lastAt).toISOString(),
      createdAt: rule.createdAt.toISOString(),
    };
  });
}

@Injectable()
export class RulesService {
  constructor(
    private readonly em: EntityManager,
    private readonly scopes: Scopes,
  ) {}

  async list(caller: Caller, query: OwnerQuery): Promise<Page<RuleRow>> {
    const reach = await reachOf(this.em, caller);
    const rules = await this.em.find(Rule, listed(reach, query), { orderBy: { id: 'asc' } });
    const data = await ruleRows(this.em, reach, rules);
    return { data, count: data.length };
  }

  async get(caller: Caller, id: number): Promise<RuleRow> {
    const reach = await reachOf(this.em, caller);
    return rowOf(this.em, reach, requireVisible(reach, await this.em.findOne(Rule, { id }), 'The rule'));
  }

  async create(caller: Caller, { owner, organizationId, ...fields }: RuleCreate): Promise<RuleRow> {
    return this.em.fork().transactional(async (em) => {
      const reach = await reachOf(em, caller);
      const ruleOwner = await ownerOf(em, reach, { owner, organizationId });
      await lockOwned(em, 'rules', ruleOwner);
      if ((await em.count(Rule, ruleOwner)) >= MAX_RULES)
        throw new Problem('conflict', `You already have ${MAX_RULES} rules. Delete one first.`);
      await this.requireFields(em, caller, ruleOwner, fields);
      const rule = em.create(Rule, {
        ...ruleOwner,
        ...columnsOf(fields),
        createdBy: caller.id,
        responsibleUserId: caller.id,
        createdAt: new Date(),
        viewSince: new Date(),
      });
      await em.persist(rule).flush();
      return rowOf(em, reach, rule);
    });
  }

  async replace(caller: Caller, id: number, fields: RuleUpdate): Promise<RuleRow> {
    return this.em.fork().transactional(async (em) => {
      const reach = await reachOf(em, caller);
      const rule = await this.changeable(em, reach, id);
      requireOwned(rule, 'The rule');
      await this.requireFields(em, caller, rule, fields);
      const isOtherView = !isDeepStrictEqual(conditionOf(rule.view), conditionOf(fields.view));
      const starts = isOtherView || (fields.active && !rule.active);
      Object.assign(
        rule,
        columnsOf(fields),
        isOtherView && { viewHolds: false, viewedAt: null },
        starts && { viewSince: new Date(), viewTo: null },
      );
      await em.flush();
      return rowOf(em, reach, rule);
    });
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const reach = await reachOf(em, caller);
      const rule = await this.changeable(em, reach, id);
      await em.remove(rule).flush();
      await noteOwned(em, [groupOf(rule)]);
    });
  }

  async takeOver(caller: Caller, id: number): Promise<RuleRow> {
    return this.em.fork().transactional(async (em) => {
      const reach = await reachOf(em, caller);
      const rule = await this.changeable(em, reach, id);
      await takeOver(em, caller, 'rules', rule);
      return rowOf(em, reach, rule);
    });
  }

  private async changeable(em: EntityManager, reach: Reach, id: number): Promise<Rule> {
    await em.execute('select id from rules where id = ? for update', [id]);
    const rule = await em.findOne(Rule, { id });
    return requireChange(reach, rule, 'The rule');
  }

  private async requireFields(em: EntityManager, caller: Caller, row: OwnedRow, fields: RuleUpdate): Promise<void> {
    const { filter, channels, view, on } = fields;
    const { owner, organizationId = null, userId = null } = row;
    if (owner === 'organization' && filter.organizationId !== null && filter.organizationId !== organizationId)
      throw Problem.notFound('The organization');
    const scope = await this.scopes.of(caller, em);
    const isSeen = (id: number | null): boolean => id !== null && (scope === 'all' || scope.includes(id));
    if (filter.organizationId !== null) {
      const organization = await em.findOne(Organization, { id: filter.organizationId, deletedAt: null });
      if (!organization || !isSeen(organization.id)) throw Problem.notFound('The organization');
    }
    if (filter.integrationId !== null) {
      const integration = await em.findOne(Integration, { id: filter.integrationId, deletedAt: null });
      if (!integration || !(callerIsAdmin(caller) || isSeen(integration.organizationId ?? null)))
        throw Problem.notFound('The integration');
    }
    if (owner !== 'product' && !callerIsAdmin(caller) && on.some((kind) => kind.startsWith('platform.')))
      throw Problem.forbidden('Only administrators get notices about the whole product');
    if ((await em.count(Channel, { owner, organizationId, userId, id: { $in: channels } })) < channels.length)
      throw Problem.notFound('The channel');
    if (view !== null) requireSearch(view.search);
  }
}

async function rowOf(em: EntityManager, reach: Reach, rule: Rule): Promise<RuleRow> {
  const [row] = await ruleRows(em, reach, [rule]);
  if (!row) throw Problem.notFound('The rule');
  return row;
}

/** Returns the part of a view that an alert evaluates, without the view's name and layout. */
function conditionOf(view: RuleView | null | undefined): object | null {
  if (!view) return null;
  const { name: _, search, ...condition } = RuleView.parse(view);
  return { ...condition, filter: filterOf(search) };
}

const columnsOf = ({ filter, ...fields }: RuleUpdate) => ({
  ...fields,
  filterOrganizationId: filter.organizationId,
  filterIntegrationId: filter.integrationId,
  filterEventName: filter.eventName,
  filterSeverity: filter.severity,
});
