import type { RuleKind } from '@portico/contracts/http/notices';
import type { Rule, RuleCreate, RuleUpdate } from '@portico/contracts/http/rules';
import type { OwnerChoice } from '../../../shared/notices/owners.ts';

/** The draft of a rule, with the names of the organization and integration in its filter. */
export type RuleDraft = Required<RuleUpdate> & {
  names: { organization: string | null; integration: string | null };
};

/** Whether the filters for integration, event and severity affect one of the kinds. These filters never affect the kinds about usage. */
export const isOfEvents = (on: readonly RuleKind[]): boolean =>
  on.some((kind) => /^(episode|integration)\./.test(kind));
export const isOfUsage = (on: readonly RuleKind[]): boolean => on.some((kind) => kind.startsWith('usage.'));

/** The change that sets the kinds of a rule, and removes filters that affect none of these kinds. */
export const withKinds = ({ filter: { organizationId }, names }: RuleDraft, on: RuleKind[]): Partial<RuleDraft> =>
  isOfEvents(on)
    ? { on }
    : { on, filter: { ...newDraft().filter, organizationId }, names: { ...names, integration: null } };

export const zoneOfViewer = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const newDraft = (): RuleDraft => ({
  on: ['episode.opened', 'episode.closed'],
  filter: { organizationId: null, integrationId: null, eventName: null, severity: null },
  trouble: null,
  view: null,
  channels: [],
  inbox: true,
  quietHours: null,
  digest: 'none',
  remind: 'none',
  active: true,
  names: { organization: null, integration: null },
});

export const draftOf = (rule: Rule): RuleDraft => {
  const { on, trouble, view, inbox, quietHours, digest, remind, active } = rule;
  const { organization, integration, ...filter } = rule.filter;
  const channels = rule.channels.map(({ id }) => id);
  const names = { organization, integration };
  return { on, filter, trouble, view, channels, inbox, quietHours, digest, remind, active, names };
};

/** Converts a draft to a request, without the names. */
export const updateOf = (draft: RuleDraft): RuleUpdate => {
  const { names: _, ...rule } = draft;
  return rule;
};

export const createOf = (draft: RuleDraft, { owner, organizationId }: OwnerChoice): RuleCreate => ({
  ...updateOf(draft),
  owner,
  organizationId,
});
