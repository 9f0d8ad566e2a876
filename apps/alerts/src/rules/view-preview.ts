import type { EventMinute } from '@portico/contracts/http/event-minutes';
import { MAX_PREVIEWED, type RulePreview, type RuleView } from '@portico/contracts/http/rules';
import { eventsOf } from './view-events.ts';
import { delayIn, MINUTE, type Period, type ViewChange, viewChanges } from './view-policy.ts';

const iso = (window: number): string => new Date(window * MINUTE).toISOString();

/** Returns the notices of a rule that starts at `since`, computed by the same policy as in `ViewWatch`. */
export function previewOf(view: RuleView, counts: readonly EventMinute[], period: Period): RulePreview {
  const { since, completeTo } = period;
  const notices: { begin: ViewChange; over: number | null }[] = [];
  for (const change of viewChanges(view, { holds: false, to: since }, counts, period)) {
    const last = notices.at(-1);
    if (change.holds) notices.push({ begin: change, over: null });
    else if (last) last.over = change.end;
  }
  const newest = notices.slice(-MAX_PREVIEWED).toReversed();
  return {
    from: iso(since),
    to: iso(Math.max(since, completeTo)),
    count: notices.length,
    notices: newest.map(({ begin: { end, found }, over }) => {
      const delay = delayIn(view, counts, end);
      const search = view.when === 'more' ? eventsOf(view, end, delay) : view.search;
      return { at: iso(end), overAt: over === null ? null : iso(over), found, delay, search };
    }),
  };
}
