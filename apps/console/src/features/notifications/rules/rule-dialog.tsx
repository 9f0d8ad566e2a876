import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnerKind } from '@portico/contracts/common/owners';
import type { RuleKind } from '@portico/contracts/http/notices';
import type { Rule, RuleView } from '@portico/contracts/http/rules';
import { Select, Switch } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { ActionDialog } from '../../../shared/messages/action-dialog.tsx';
import { channelsQuery } from '../../../shared/notices/channels.queries.ts';
import { isOf, OWN_CHOICE, type OwnerChoice } from '../../../shared/notices/owners.ts';
import { ruleSentence } from '../../../shared/notices/rule-words.ts';
import { useRuleMutations } from '../../../shared/notices/rules.queries.ts';
import { ViewFields } from '../../../shared/notices/view-fields.tsx';
import { WayFields } from '../../../shared/notices/way-fields.tsx';
import * as form from '../../../shared/notices/rule-form.css.ts';
import * as styles from '../notifications.css.ts';
import { FilterFields } from './filter-fields.tsx';
import { createOf, draftOf, newDraft, type RuleDraft, updateOf, withKinds } from './rule-draft.ts';
import { ThresholdFields } from './threshold-fields.tsx';
import { TimeFields } from './time-fields.tsx';

type RuleDialogProps = {
  isAdmin: boolean;
  owners: readonly OwnerChoice[];
  organizations: readonly { id: number; name: string }[];
  /** The rule to edit; null to create one. */
  rule: Rule | null;
  onClose: () => void;
};

const KINDS: readonly { kind: RuleKind; text: string; isPlatform?: true }[] = [
  { kind: 'episode.opened', text: 'An integration starts failing' },
  { kind: 'episode.closed', text: 'The failure is over' },
  { kind: 'episode.flapping', text: 'An integration fails and recovers again and again' },
  { kind: 'integration.silent', text: 'An integration falls silent' },
  { kind: 'integration.back', text: 'A silent integration sends again' },
  { kind: 'usage.50', text: '50 % of an entitlement is used' },
  { kind: 'usage.80', text: '80 % of an entitlement is used' },
  { kind: 'usage.100', text: 'All of an entitlement is used' },
  { kind: 'usage.over', text: 'Usage is below the threshold again' },
  { kind: 'platform.behind', text: 'Events are processed late', isPlatform: true },
  { kind: 'platform.caught_up', text: 'Events are processed in time again', isPlatform: true },
];

type KindsFieldsProps = {
  owner: OwnerKind;
  value: readonly RuleKind[];
  onChange: (kinds: RuleKind[]) => void;
};

/** Selects the kinds of a rule. Only a rule that belongs to the product can have the kinds about Portico itself. */
const KindsFields = ({ owner, value, onChange }: KindsFieldsProps) => (
  <fieldset className={styles.fieldset}>
    <legend className={styles.subheading}>When</legend>
    {KINDS.filter(({ isPlatform }) => isPlatform !== true || owner === 'product').map(({ kind, text }) => (
      <Switch
        key={kind}
        label={text}
        value={value.includes(kind)}
        onChange={(isOn) => onChange(isOn ? [...value, kind] : value.filter((one) => one !== kind))}
      />
    ))}
  </fieldset>
);

const ownerOf = ({ owner, organizationId, organization }: Rule): OwnerChoice => ({
  id: 'this',
  text: organization ?? '',
  owner,
  organizationId,
});

/** Replaces each kind of a rule, except `view.over`, with the kind of its view's condition: `view.more` or `view.none`. */
const onOfView = ({ when }: RuleView, on: readonly RuleKind[]): RuleKind[] =>
  on.map((kind) => (kind === 'view.over' ? kind : (`view.${when}` as const)));

/** Creates or edits a rule, and shows a sentence that describes the rule. */
export const RuleDialog = ({ isAdmin, owners, organizations, rule, onClose }: RuleDialogProps) => {
  const api = useApi();
  const channels = useQuery(channelsQuery(api)).data?.data ?? [];
  const { create, replace } = useRuleMutations();
  const [owner, setOwner] = useState<OwnerChoice>(rule === null ? (owners[0] ?? OWN_CHOICE) : ownerOf(rule));
  const [draft, setDraft] = useState<RuleDraft>(rule === null ? newDraft : () => draftOf(rule));
  const change = (next: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...next }));
  const sentence = ruleSentence({
    ...draft,
    owner: owner.owner,
    organization: owner.owner === 'organization' ? owner.text : null,
    filter: { ...draft.filter, ...draft.names },
    channels: channels.filter((one) => draft.channels.includes(one.id)),
  });
  const save = () =>
    rule === null
      ? create.mutate(createOf(draft, owner), { onSuccess: onClose })
      : replace.mutate({ id: rule.id, rule: updateOf(draft) }, { onSuccess: onClose });
  return (
    <ActionDialog
      title={rule === null ? 'Add a rule' : 'Change the rule'}
      action={rule === null ? 'Add rule' : 'Save rule'}
      isDisabled={draft.on.length === 0}
      change={rule === null ? create : replace}
      onAct={save}
      onClose={onClose}
    >
      <output className={form.preview}>
        {draft.on.length === 0 ? 'Choose when you want to be notified.' : `${sentence}.`}
      </output>
      {rule === null && owners.length > 1 && (
        <Select
          label="Who is notified"
          options={owners.map((one) => ({ value: one.id, text: one.text }))}
          value={owner.id}
          onChange={(next) => {
            const chosen = owners.find((one) => one.id === next) ?? OWN_CHOICE;
            setOwner(chosen);
            // Drops channels and kinds that are not available to the new owner.
            const validChannels = channels.filter((one) => draft.channels.includes(one.id) && isOf(one, chosen));
            change({
              channels: validChannels.map((one) => one.id),
              on: draft.on.filter((kind) => chosen.owner === 'product' || !kind.startsWith('platform.')),
              ...(chosen.owner === 'organization' && {
                filter: { ...draft.filter, organizationId: chosen.organizationId },
                names: { ...draft.names, organization: chosen.text },
              }),
            });
          }}
        />
      )}
      {draft.view !== null && (
        <ViewFields
          owner={owner}
          value={draft.view}
          onChange={(view) => change({ view, on: onOfView(view, draft.on) })}
        />
      )}
      {draft.view === null && (
        <>
          <KindsFields owner={owner.owner} value={draft.on} onChange={(on) => change(withKinds(draft, on))} />
          {draft.on.some((kind) => kind.startsWith('episode.')) && (
            <ThresholdFields value={draft.trouble} onChange={change} />
          )}
          <FilterFields
            {...{ isAdmin, organizations, draft }}
            isOrganizationFixed={owner.owner === 'organization'}
            onChange={change}
          />
        </>
      )}
      <WayFields
        owner={owner}
        channels={channels}
        value={{ inbox: draft.inbox ?? true, channels: draft.channels ?? [] }}
        onChange={change}
      />
      <TimeFields draft={draft} onChange={change} />
      {rule !== null && <Switch label="Active" value={draft.active} onChange={(active) => change({ active })} />}
    </ActionDialog>
  );
};
