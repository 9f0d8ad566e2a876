import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@portico/api-client';
import { PREVIEW_DAYS, type RulePreview, type RulePreviewBody } from '@portico/contracts/http/rules';
import { type Caller, Problem } from '@portico/service';
import { EventsApi } from '@portico/service/events-api';
import { requesterOf } from '../owners/asking.ts';
import { ownerOf, reachOf } from '../owners/owners.ts';
import { requireSearch } from './view-filter.ts';
import { MINUTE } from './view-policy.ts';
import { previewOf } from './view-preview.ts';
import { countByMinute } from './view-question.ts';

const DAY_MINUTES = 24 * 60;

/** Previews the notices that a rule would have sent in recent days, before the rule is created. */
@Injectable()
export class RulePreviews {
  constructor(
    private readonly em: EntityManager,
    private readonly events: EventsApi,
  ) {}

  /** @throws the same Problems as creating the rule; `validation_failed` if the events service cannot count the view's events. */
  async preview(caller: Caller, { owner, organizationId, view }: RulePreviewBody): Promise<RulePreview> {
    const em = this.em.fork();
    const ruleOwner = await ownerOf(em, await reachOf(em, caller), { owner, organizationId });
    requireSearch(view.search);
    const requester = await requesterOf(em, ruleOwner);
    if (requester === null) throw Problem.unavailable('The preview');
    const to = Math.floor(Date.now() / MINUTE);
    return this.within(PREVIEW_DAYS, async (days) => {
      const since = to - days * DAY_MINUTES;
      const question = { view, organizationId: ruleOwner.organizationId, from: since * MINUTE, now: to * MINUTE };
      const { counts, completeTo } = await countByMinute(this.events, requester, question);
      return previewOf(view, counts, { since, completeTo });
    });
  }

  /** Tries the longest period first. If the events service rejects the period as too long, tries the next shorter period. */
  private async within(
    [days = 1, ...fewer]: readonly number[],
    ask: (days: number) => Promise<RulePreview>,
  ): Promise<RulePreview> {
    try {
      return await ask(days);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      if (fewer.length === 0) throw new Problem('validation_failed', error.message);
      return this.within(fewer, ask);
    }
  }
}
