import { Injectable, Logger } from '@nestjs/common';
import { DAY } from '../../table/schema/buckets.ts';
import { inBackground } from '../../table/clickhouse/question.ts';
import type { Days } from '../search/days.query.ts';
import { NO_FILTER, type ResolvedFilter } from '../../table/filter/resolve.ts';
import { newestFrom } from '../search/time-range.ts';
import type { Window } from './windows.ts';
import { Search } from '../search/search.ts';

/** Milliseconds after which the days of all events are reloaded. */
const OLD = 60_000;
/** Rows that are searched for a page while its days are unknown. */
const ROWS = 200_000;
/** Maximum rows before the end of a page for a guess. */
const DEEP = 1_000;

/**
 * Guesses the range of a page of newest rows, so that page and count can be read in parallel. A wrong guess only costs time: the
 * count shows whether the page is complete.
 */
@Injectable()
export class PageGuess {
  private readonly logger = new Logger(PageGuess.name);
  private days: Days | null = null;
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly search: Search) {}

  /** Null if the page is deep, or nothing is known yet. */
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
