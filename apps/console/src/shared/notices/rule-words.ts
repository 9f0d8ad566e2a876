import type { OwnerKind } from '@portico/contracts/common/owners';
import type { Channel } from '@portico/contracts/http/channels';
import type { RuleKind } from '@portico/contracts/http/notices';
import type { Rule } from '@portico/contracts/http/rules';
import { formatNumber } from '@portico/ui';

type RuleSaid = Pick<Rule, 'owner' | 'organization' | 'on' | 'view' | 'inbox'> & {
  filter: Pick<Rule['filter'], 'organization' | 'integration' | 'eventName' | 'severity'>;
  channels: readonly Pick<Channel, 'name' | 'type'>[];
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const choice = new Intl.ListFormat('en', { type: 'disjunction' });

const RECIPIENTS: Record<OwnerKind, (organization: string | null) => string> = {
  user: () => 'me',
  organization: (name) => `the members of ${name ?? 'the organization'}`,
  product: () => 'the administrators',
};

const BEGIN_TEXTS: Partial<Record<RuleKind, string>> = {
  'episode.opened': 'starts failing',
  'episode.flapping': 'fails and recovers again and again',
  'integration.silent': 'falls silent',
};
const USAGE_TEXTS: Partial<Record<RuleKind, string>> = { 'usage.50': '50 %', 'usage.80': '80 %', 'usage.100': '100 %' };
const END_TEXTS: Partial<Record<RuleKind, string>> = {
  'episode.closed': 'is over',
  'integration.back': 'sends again',
  'platform.caught_up': 'has caught up',
  'view.over': 'is over',
  'usage.over': 'is below that again',
};

const CHANNELS: Record<Channel['type'], string> = {
  email: 'by e-mail to',
  slack: 'in Slack to',
  teams: 'in Teams to',
  'google-chat': 'in Google Chat to',
  discord: 'in Discord to',
  pagerduty: 'through PagerDuty to',
  opsgenie: 'through Opsgenie to',
  webhook: 'through the webhook',
};

const subjectOf = ({ filter, organization }: RuleSaid): string => {
  const owner = filter.organization ?? organization;
  const integration = filter.integration ?? (owner === null ? 'an integration' : `an integration of ${owner}`);
  return filter.eventName === null ? integration : `${filter.eventName} of ${integration}`;
};

const severityOf = ({ filter: { severity } }: RuleSaid): string => (severity === null ? '' : ` (${severity} or worse)`);

const entitlementOf = ({ filter, organization }: RuleSaid): string => {
  const owner = filter.organization ?? organization;
  return owner === null ? 'an entitlement' : `an entitlement of ${owner}`;
};

const minutesText = (minutes: number): string => (minutes === 1 ? 'a minute' : `${formatNumber(minutes)} minutes`);

const conditionsOf = (rule: RuleSaid): string[] => {
  if (rule.view) {
    const { name, when, count, minutes, clock } = rule.view;
    const isByArrival = clock === 'arrived';
    return when === 'more'
      ? [
          `more than ${formatNumber(count)} events of “${name}” ${isByArrival ? 'arrive' : 'happen'} within ${minutesText(minutes)}`,
        ]
      : [`no event of “${name}” ${isByArrival ? 'arrives' : 'happens'} for ${minutesText(minutes)}`];
  }
  const begins = rule.on.flatMap((kind) => BEGIN_TEXTS[kind] ?? []);
  const used = rule.on.flatMap((kind) => USAGE_TEXTS[kind] ?? []);
  return [
    ...(begins.length > 0 ? [`${subjectOf(rule)} ${choice.format(begins)}${severityOf(rule)}`] : []),
    ...(used.length > 0 ? [`${choice.format(used)} of ${entitlementOf(rule)} is used`] : []),
    ...(rule.on.includes('platform.behind') ? ['events are processed late'] : []),
  ];
};

/** Returns the condition for the sentence of a rule that only notifies about the end of a problem. */
const alone = (rule: RuleSaid): string => {
  if (rule.view) return `an alert on “${rule.view.name}” is over`;
  const ends = [
    ...(rule.on.includes('episode.closed') ? [`a failure${severityOf(rule)} of ${subjectOf(rule)} is over`] : []),
    ...(rule.on.includes('integration.back') ? [`${subjectOf(rule)} sends again`] : []),
    ...(rule.on.includes('usage.over') ? [`${entitlementOf(rule)} is below a threshold again`] : []),
    ...(rule.on.includes('platform.caught_up') ? ['events are processed in time again'] : []),
  ];
  return ends.join(', or when ');
};

/** Describes a rule without a full stop: 'Tell me when an integration of Northwind starts failing, in the inbox'. */
export const ruleSentence = (rule: RuleSaid): string => {
  const begins = conditionsOf(rule);
  const ends = [...new Set(rule.on.flatMap((kind) => END_TEXTS[kind] ?? []))].map((end) => `it ${end}`);
  const when =
    begins.length === 0
      ? alone(rule)
      : begins.join(', or when ') + (ends.length > 0 ? `, and when ${choice.format(ends)}` : '');
  const ways = [
    ...(rule.inbox ? ['in the inbox'] : []),
    ...rule.channels.map(({ type, name }) => `${CHANNELS[type]} ${name}`),
  ];
  return `Tell ${RECIPIENTS[rule.owner](rule.organization)} when ${when}, ${ways.length > 0 ? list.format(ways) : 'through no channel yet'}`;
};

export const ruleNotes = ({
  trouble,
  quietHours,
  digest,
  remind,
  active,
}: Pick<Rule, 'trouble' | 'quietHours' | 'digest' | 'remind' | 'active'>): string[] => [
  ...(active ? [] : ['Paused']),
  ...(trouble === null
    ? []
    : [
        `At least ${formatNumber(trouble.failures)} failures and ${trouble.share} % within ${minutesText(trouble.minutes)}`,
      ]),
  ...(digest === 'daily' ? ['Once a day'] : digest === 'weekly' ? ['Once a week'] : []),
  ...(remind === '24h' ? ['Reminds each day until someone takes the episode'] : []),
  ...(quietHours ? [`Quiet from ${quietHours.from} to ${quietHours.to}, ${quietHours.zone}`] : []),
];
