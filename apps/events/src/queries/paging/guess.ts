import { Injectable, Logger } from '@nestjs/common';
import { DAY } from '../../table/schema/buckets.ts';
import { inBackground } from '../../table/clickhouse/question.ts';
import type { Days } from '../search/days.query.ts';
import { NO_FILTER, type ResolvedFilter } from '../../table/filter/resolve.ts';
import { newestFrom } from '../search/time-range.ts';
import type { Window } from './windows.ts';
import { Search } from '../search/search.ts';

/** Milliseconds after which the days of all events are read again. */
const OLD = 60_000;
/** Rows that a page is looked for in before anybody knows on which days it lies. */
const ROWS = 200_000;
/** Rows before the end of a page that is looked for at all. */
const DEEP = 1_000;

/**
 * Guesses where a page of the newest rows lies, so that it can be read beside its count instead of after it. A wrong guess
 * costs time alone: the count shows whether the page is complete.
 */
@Injectable()
export class PageGuess {
  private readonly logger = new Logger(PageGuess.name);
  private days: Days | null = null;
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly search: Search) {}

  /** Null when the page lies deep, and as long as nothing is known. */
  windowOf(filter: ResolvedFilter, page: { limit: number; offset: number }): Window | null {
    const now = Date.now();
    if (now - this.readAt > OLD) this.read(now);
    if (this.days === null || page.offset + page.limit > DEEP) return null;
    const end = filter.to === null ? now : Math.min(now, Date.parse(filter.to));
    const before = this.days.filter(({ day }) => day * DAY < end);
    return { from: newestFrom(before, ROWS, end), to: null, skip: page.offset };
  }

  private read(now: number): void {
    this.readAt = now;
    inBackground(() => this.search.days(NO_FILTER)).then(
      (days) => void (this.days = days),
      (error: unknown) => this.logger.debug({ error: String(error) }, 'refresh of the counts by day failed'),
    );
  }
}
