import type { EventFilter } from '@portico/contracts/http/events';
import type { Result, Severity } from '@portico/contracts/events/integration-event';
import { type Directory, includes, type Scope } from '../../directory/directory.ts';
import { LAST_MOMENT } from '../../judge/accept.ts';
import { fold } from './search-text.ts';

/** What both readers read. `null` wants everything, an empty set nothing. */
export type ResolvedFilter = {
  /** Folded. */
  needle: string | null;
  result: Result | null;
  severity: Severity | null;
  type: string | null;
  name: string | null;
  trace: string | null;
  /** ISO 8601 in UTC with milliseconds, within the years that the store can keep: `from` <= timestamp < `to`. */
  from: string | null;
  to: string | null;
  sources: ReadonlySet<number> | null;
  organizations: ReadonlySet<number> | null;
};

/** Lets everything through. */
export const NO_FILTER: ResolvedFilter = {
  needle: null,
  result: null,
  severity: null,
  type: null,
  name: null,
  trace: null,
  from: null,
  to: null,
  sources: null,
  organizations: null,
};

/** What a viewer asked for, narrowed to what the viewer may see, with the integration's name as ids as of now. */
export function resolveFilter(filter: EventFilter, scope: Scope, directory: Directory): ResolvedFilter {
  const visible = scope === 'every' ? null : scope;
  const asked = filter.organizations?.filter((organization) => includes(scope, organization));
  return {
    needle: filter.query ? fold(filter.query) : null,
    result: filter.status ?? null,
    severity: filter.severity ?? null,
    type: filter.type ?? null,
    name: filter.event ?? null,
    trace: filter.trace ?? null,
    from: toStorableIso(filter.from),
    to: toStorableIso(filter.to),
    sources: filter.integration === undefined ? null : directory.integrationsNamed(filter.integration),
    organizations: asked ? new Set(asked) : visible,
  };
}

/** Any moment before the first that can be stored means the same, and so does any after the last. */
const toStorableIso = (text: string | undefined): string | null =>
  text === undefined ? null : new Date(Math.min(Math.max(Date.parse(text), 0), LAST_MOMENT)).toISOString();
