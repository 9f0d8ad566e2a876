import { Inject, Injectable } from '@nestjs/common';
import type {
  EventUsage,
  MeterQuestion,
  UsageAnswer,
  UsageRequest,
  OrganizationUsage,
} from '@portico/contracts/http/event-usage';
import { hidesField } from '@portico/contracts/privacy/rules';
import { type Caller, CONFIG, Problem } from '@portico/service';
import type { EventsConfig } from '../config.ts';
import { organizationsWhere, type View } from '../directory/directory.ts';
import { HistoryLag } from '../logs/history-lag.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { type ResolvedFilter, withTerms } from '../table/filter/resolve.ts';
import { DAY } from '../table/schema/buckets.ts';
import { storedPlaces } from '../table/stored-positions.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { unlessTooMuch } from '../table/clickhouse/errors.ts';
import { type Resolved, UsageRow, usageStatement, fieldsOf } from './usage.query.ts';

function answersOf(questions: readonly Resolved[], rows: readonly UsageRow[], adding: boolean): UsageAnswer[] {
  const [summed, distinct] = [fieldsOf(questions, 'sum'), fieldsOf(questions, 'distinct')];
  return questions.map(({ measure, field = '' }, index) => {
    const counted = rows.filter((row) => Math.floor(row.questions / 2 ** index) % 2 === 1);
    const groups = Map.groupBy(counted, ({ organization, day }) => `${organization} ${day}`);
    const data = [...groups.values()].map((group): OrganizationUsage => {
      const [{ organization, day, digest } = { organization: 0, day: '', digest: '' }] = group;
      const events = group.reduce((sum, row) => sum + row.events, 0);
      const values = new Set(group.flatMap((row) => row.values[distinct.indexOf(field)] ?? []));
      const sums = group.map(({ sums: all }) => all[measure === 'sum' ? summed.indexOf(field) : summed.length] ?? '0');
      const listed = adding && measure === 'distinct';
      return {
        organizationId: organization,
        ...(day !== '' && { day }),
        value: measure === 'events' ? String(events) : listed ? String(values.size) : sumOf(sums),
        events,
        ...(!adding && { digest }),
        ...(listed && { values: [...values] }),
      };
    });
    return { data };
  });
}

const DIGITS = 9;

/** Adds decimals exactly. Each has at most 9 digits after the decimal point. */
function sumOf(decimals: readonly string[]): string {
  if (decimals.length === 1) return decimals[0] ?? '0';
  const total = decimals.reduce((sum, decimal) => {
    const [whole = '0', fraction = ''] = decimal.split('.');
    return sum + BigInt(`${whole}${fraction.padEnd(DIGITS, '0')}`);
  }, 0n);
  const digits = String(total < 0n ? -total : total).padStart(DIGITS + 1, '0');
  const fraction = digits.slice(-DIGITS).replace(/0+$/, '');
  return `${total < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${fraction && `.${fraction}`}`;
}

type Range = Omit<UsageRequest, 'questions'>;

@Injectable()
export class UsageService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly authorized: AuthorizedFilter,
    private readonly lag: HistoryLag,
    @Inject(CONFIG) private readonly config: EventsConfig,
  ) {}

  /** @throws Problem `unavailable` while ClickHouse lacks events that the ingest has stored, for example after a restore. */
  async usage({ questions, ...range }: UsageRequest, caller: Caller): Promise<EventUsage> {
    const outcomes = questions.map((question) => this.resolve(question, range, caller));
    const resolved = outcomes.filter((one) => typeof one !== 'string');
    const arrivedTo = iso(Math.min(Date.parse(range.arrivedTo), this.lag.completeTo));
    if (resolved.length === 0 || Date.parse(arrivedTo) <= Date.parse(range.arrivedFrom))
      return {
        answers: outcomes.map((one) => (typeof one === 'string' ? refused(one) : { data: [] })),
        countedTo: arrivedTo,
      };
    const keptSince = Date.now() - this.config.EVENTS_RETENTION_DAYS * DAY;
    if (!this.lag.isHeldBy(await storedPlaces(this.clickhouse), keptSince))
      throw Problem.unavailable('The event history');
    const { answers, countedTo } = range.adding
      ? await this.add(resolved, { ...range, arrivedTo })
      : { answers: await this.whole(resolved, { ...range, arrivedTo }), countedTo: arrivedTo };
    return {
      answers: outcomes.map((one) =>
        typeof one === 'string' ? refused(one) : (answers[resolved.indexOf(one)] ?? { data: [] }),
      ),
      countedTo,
    };
  }

  /** Returns the reason if the question is refused, so that the other questions get answers. */
  private resolve({ where, ...measured }: MeterQuestion, { organizations }: Range, caller: Caller): Resolved | string {
    try {
      const { filter, view } = this.authorized.of(caller, { organizations, ...(where !== '' && { where }) });
      return { ...measured, filter: withVisible(filter, measured.field, view) };
    } catch (error) {
      if (error instanceof Problem && error.code === 'validation_failed') return error.message;
      throw error;
    }
  }

  /** Answers questions with amounts that the caller adds up. Halves a range that has too many events. */
  private async add(
    questions: readonly Resolved[],
    range: Range,
  ): Promise<{ answers: UsageAnswer[]; countedTo: string }> {
    const rows = await this.rows(questions, range);
    if (rows) return { answers: answersOf(questions, rows, true), countedTo: range.arrivedTo };
    const [from, to] = [Date.parse(range.arrivedFrom), Date.parse(range.arrivedTo)];
    if (to - from < 2) return { answers: questions.map(() => refused(TOO_MANY)), countedTo: range.arrivedTo };
    return this.add(questions, { ...range, arrivedTo: iso(Math.floor((from + to) / 2)) });
  }

  private async whole(questions: readonly Resolved[], range: Range): Promise<UsageAnswer[]> {
    const answers: UsageAnswer[] = [];
    for (const question of questions) {
      const rows = await this.rows([question], range);
      answers.push(...(rows ? answersOf([question], rows, false) : [refused(TOO_MANY)]));
    }
    return answers;
  }

  /** Reads the rows of questions; null if there are too many events to count. */
  private rows(questions: readonly Resolved[], range: Range): Promise<UsageRow[] | null> {
    return unlessTooMuch(this.clickhouse.rowsNow(UsageRow, usageStatement(questions, range)));
  }
}

const TOO_MANY = 'Too many events arrived in this range to count them. Choose a shorter range or a narrower filter.';

const refused = (reason: string): UsageAnswer => ({ data: [], refused: reason });

const iso = (moment: number): string => new Date(moment).toISOString();

/** Excludes events whose field privacy rules hide from the caller, because distinct values and sums would reveal the hidden values. */
function withVisible(filter: ResolvedFilter, field: string | undefined, view: View): ResolvedFilter {
  if (field === undefined) return filter;
  const ids = organizationsWhere(view, (redaction) => hidesField(redaction, field.split('.')));
  return ids.size === 0
    ? filter
    : withTerms(filter, { kind: 'not', of: { kind: 'ids', column: 'organization_id', ids } });
}
