import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@portico/api-client';
import {
  type EventUsage,
  eventUsage,
  type MeterQuestion,
  type UsageRequest,
} from '@portico/contracts/http/event-usage';
import type { Meter as MeterRow, MeterPreview, Meters, MeterWrite } from '@portico/contracts/http/usage';
import { type Caller, Problem } from '@portico/service';
import { EventsApi } from '@portico/service/events-api';
import { OrganizationEntitlement } from '../entitlements/organization-entitlement.entity.ts';
import { Organization } from '../organization-row/organization.entity.ts';
import { refusalOf } from './evidence.ts';
import { Meter } from './meter.entity.ts';
import { plain } from './usage-period.entity.ts';

const DAY = 86_400_000;
const PREVIEW_DAYS = 30;

type Counted = { lookup_key: string; name: string; organizations: number };

/** Defines which events count toward an entitlement. Callers are administrators. */
@Injectable()
export class MetersService {
  constructor(
    private readonly em: EntityManager,
    private readonly events: EventsApi,
  ) {}

  async list(): Promise<Meters> {
    const keys = await this.em.execute<Counted[]>(
      `select lookup_key, max(name) as name, count(*)::int as organizations from organization_entitlements where active
       group by lookup_key order by lookup_key`,
    );
    const meters = await this.em.find(Meter, {});
    return {
      data: keys.map(({ lookup_key: lookupKey, name, organizations }) => {
        const meter = meters.find((one) => one.lookupKey === lookupKey);
        return { lookupKey, name, organizations, meter: meter?.toRow() ?? null };
      }),
    };
  }

  /** @throws Problem `not_found` for an unknown lookup key; `validation_failed` for a query that a meter cannot use. */
  async put(
    lookupKey: string,
    { where, measure, field, hard, period }: MeterWrite,
    { id: userId }: Caller,
  ): Promise<MeterRow> {
    checkQuestion(where);
    return this.em.transactional(async (em) => {
      if ((await em.count(OrganizationEntitlement, { lookupKey })) === 0) throw Problem.notFound('The entitlement');
      const values = [lookupKey, where, measure, field ?? null, hard, period, userId];
      const [row] = await em.execute<{ lookup_key: string }[]>(
        `insert into meters as m (lookup_key, question, measure, field, hard, period, user_id) values (?, ?, ?, ?, ?, ?, ?)
         on conflict (lookup_key) do update set question = excluded.question, measure = excluded.measure, field = excluded.field,
           hard = excluded.hard, period = excluded.period, user_id = excluded.user_id, changed_at = now(), version = m.version +
             ((m.question, m.measure, m.field, m.period) is distinct from
               (excluded.question, excluded.measure, excluded.field, excluded.period))::int
         returning lookup_key`,
        values,
      );
      return (await em.findOneOrFail(Meter, { lookupKey: row?.lookup_key ?? lookupKey }, { refresh: true })).toRow();
    });
  }

  /** @throws Problem `validation_failed` for a query that a meter cannot use; Unavailable without a response of the events service. */
  async preview(question: MeterQuestion): Promise<MeterPreview> {
    checkQuestion(question.where);
    const [from, to] = [Date.now() - PREVIEW_DAYS * DAY, Date.now()].map((moment) => new Date(moment).toISOString());
    const range = { arrivedFrom: from ?? '', arrivedTo: to ?? '' };
    const { data, countedTo } = await askOne(this.events, question, range);
    const ids = data.map(({ organizationId }) => organizationId);
    const organizations = await this.em.find(Organization, { id: { $in: ids } });
    const names = new Map(organizations.map(({ id, name }) => [id, name]));
    return {
      from: range.arrivedFrom,
      to: countedTo,
      data: data
        .filter(({ organizationId }) => organizationId > 0)
        .map(({ organizationId, value, events }) => ({
          organizationId,
          name: names.get(organizationId) ?? null,
          value: plain(value),
          events,
        })),
    };
  }
}

type Range = Omit<UsageRequest, 'questions'>;

/**
 * Asks all questions in one request.
 * @throws Unavailable if the events service does not respond; ApiError if it rejects the request.
 */
export const askUsage = (events: EventsApi, questions: readonly MeterQuestion[], range: Range): Promise<EventUsage> =>
  events.ask((api) => api.call(eventUsage, { body: { ...range, questions: [...questions] } }));

/** @throws Unavailable if the events service does not respond; Problem `validation_failed` if it rejects the question. */
export async function askOne(events: EventsApi, question: MeterQuestion, range: Range) {
  const { answers, countedTo } = await askUsage(events, [question], range).catch((error: unknown) => {
    throw error instanceof ApiError ? refusal(error.message) : error;
  });
  const [{ data, refused } = { data: [] }] = answers;
  if (refused !== undefined) throw refusal(refused);
  return { data, countedTo };
}

const refusal = (message: string): Problem => Problem.invalid('/where', message);

function checkQuestion(where: string): void {
  const message = refusalOf(where);
  if (message !== null) throw refusal(message);
}
