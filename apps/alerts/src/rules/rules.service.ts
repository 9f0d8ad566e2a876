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
import { listed, type Owner, Owners, type Reach } from '../owners/owners.ts';
import { noteOwned } from '../responsible/owner-notices.ts';
import { requireOwned, takeOver } from '../responsible/take-over.ts';
import { Rule } from './rule.entity.ts';
import { ruleRows, toOwner } from './rule-rows.ts';
import { filterOf, requireSearch } from './view-filter.ts';

/** Lists and changes rules for their owners. */
@Injectable()
export class RulesService {
  constructor(
    private readonly em: EntityManager,
    private readonly owners: Owners,
    private readonly scopes: Scopes,
  ) {}

  async list(caller: Caller, query: OwnerQuery): Promise<Page<RuleRow>> {
    const reach = await this.owners.reachOf(caller);
    const rules = await this.em.find(Rule, listed(reach, query), { orderBy: { id: 'asc' } });
    const data = await ruleRows(this.em, this.owners, reach, rules);
    return { data, count: data.length };
  }

  async get(caller: Caller, id: number): Promise<RuleRow> {
    const reach = await this.owners.reachOf(caller);
    const rule = await this.em.findOne(Rule, { id });
    this.owners.requireVisible(reach, rule && toOwner(rule), 'The rule');
    return this.rowOf(this.em, reach, rule);
  }

  async create(caller: Caller, { owner, organizationId, ...fields }: RuleCreate): Promise<RuleRow> {
    return this.em.fork().transactional(async (em) => {
      const reach = await this.owners.reachOf(caller, em);
      const ruleOwner = await this.owners.ownerOf(em, reach, { owner, organizationId });
      await this.owners.lock(em, 'rules', ruleOwner);
      if ((await em.count(Rule, ruleOwner)) >= MAX_RULES)
        throw new Problem('conflict', `You already have ${MAX_RULES} rules. Delete one first.`);
      await this.requireFields(em, caller, ruleOwner, fields);
      const rule = em.create(Rule, {
        ...ruleOwner,
        ...columnsOf(fields),
        createdBy: caller.id,
        responsibleUserId: caller.id,
        needsOwnerSince: null,
        createdAt: new Date(),
        viewedAt: null,
        viewSince: new Date(),
        viewTo: null,
      });
      await em.persist(rule).flush();
      return this.rowOf(em, reach, rule);
    });
  }

  async replace(caller: Caller, id: number, fields: RuleUpdate): Promise<RuleRow> {
    return this.em.fork().transactional(async (em) => {
      const reach = await this.owners.reachOf(caller, em);
      const rule = await this.changeable(em, reach, id);
      requireOwned(rule, 'The rule');
      await this.requireFields(em, caller, toOwner(rule), fields);
      const isOtherView = !isDeepStrictEqual(conditionOf(rule.view), conditionOf(fields.view));
      const starts = isOtherView || (fields.active && !rule.active);
      Object.assign(
        rule,
        columnsOf(fields),
        isOtherView && { viewHolds: false, viewedAt: null },
        starts && { viewSince: new Date(), viewTo: null },
      );
      await em.flush();
      return this.rowOf(em, reach, rule);
    });
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const reach = await this.owners.reachOf(caller, em);
      const rule = await this.changeable(em, reach, id);
      await em.remove(rule).flush();
      await noteOwned(em, [{ ...toOwner(rule), responsibleUserId: rule.responsibleUserId ?? rule.createdBy }]);
    });
  }

  /** Makes the caller responsible for the rule. */
  async takeOver(caller: Caller, id: number): Promise<RuleRow> {
    return this.em.fork().transactional(async (em) => {
      const reach = await this.owners.reachOf(caller, em);
      const rule = await this.changeable(em, reach, id);
      await takeOver(em, caller, 'rules', rule);
      return this.rowOf(em, reach, rule);
    });
  }

  private async changeable(em: EntityManager, reach: Reach, id: number): Promise<Rule> {
    await em.execute('select id from rules where id = ? for update', [id]);
    const rule = await em.findOne(Rule, { id });
    this.owners.requireChange(reach, rule && toOwner(rule), 'The rule');
    if (!rule) throw Problem.notFound('The rule');
    return rule;
  }

  /** Checks that the organization, integration and channels of a rule exist for its owner. */
  private async requireFields(em: EntityManager, caller: Caller, owner: Owner, fields: RuleUpdate): Promise<void> {
    const { filter, channels, view, on } = fields;
    if (
      owner.owner === 'organization' &&
      filter.organizationId !== null &&
      filter.organizationId !== owner.organizationId
    )
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
    if (owner.owner !== 'product' && !callerIsAdmin(caller) && on.some((kind) => kind.startsWith('platform.')))
      throw Problem.forbidden('Only administrators get notices about the whole product');
    if ((await em.count(Channel, { ...owner, id: { $in: channels } })) < channels.length)
      throw Problem.notFound('The channel');
    if (view !== null) requireSearch(view.search);
  }

  private async rowOf(em: EntityManager, reach: Reach, rule: Rule | null): Promise<RuleRow> {
    const [row] = await ruleRows(em, this.owners, reach, rule ? [rule] : []);
    if (!row) throw Problem.notFound('The rule');
    return row;
  }
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
