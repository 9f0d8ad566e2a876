import { Injectable, Logger } from '@nestjs/common';
import { DAY } from '../../table/schema/buckets.ts';
import { inBackground } from '../../table/clickhouse/question.ts';
import type { Days } from '../search/days.query.ts';
import { NO_FILTER, type ResolvedFilter } from '../../table/filter/resolve.ts';
import { newestFrom } from '../search/time-range.ts';
import type { Window } from './windows.ts';
import { Search } from '../search/search.ts';

/** Maximum age in milliseconds of the numbers of events per day. A guess with older numbers loads them again. */
const MAX_AGE_MS = 60_000;
/** Approximate number of newest rows in a guessed window. */
const WINDOW_ROWS = 200_000;
/** Maximum number of rows up to the end of a page. For deeper pages, no window is guessed. */
const MAX_PAGE_END = 1_000;

/**
 * Guesses the range of a page of newest rows, so that one request reads page and count. A wrong guess only costs time: the count shows
 * whether the page is complete.
 */
@Injectable()
export class PageGuess {
  private readonly logger = new Logger(PageGuess.name);
  private days: Days | null = null;
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly search: Search) {}

  /**
   * Returns the guessed window, which has no end time. Returns null for pages beyond {@link MAX_PAGE_END}, and until the numbers of events
   * per day are loaded.
   */
  windowOf(filter: ResolvedFilter, page: { limit: number; offset: number }): Window | null {
    const now = Date.now();
    if (now - this.readAt > MAX_AGE_MS) this.read(now);
    if (this.days === null || page.offset + page.limit > MAX_PAGE_END) return null;
    const end = filter.to === null ? now : Math.min(now, Date.parse(filter.to));
    const before = this.days.filter(({ day }) => day * DAY < end);
    return { from: newestFrom(before, WINDOW_ROWS, end), to: null, skip: page.offset };
  }

  private read(now: number): void {
    this.readAt = now;
    inBackground(() => this.search.days(NO_FILTER)).then(
      (days) => void (this.days = days),
      (error: unknown) =>
        this.logger.debug(
          { error: String(error) },
          'refreshing the event counts per day failed, using the previous counts',
        ),
    );
  }
}
