import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RuleView } from '@portico/contracts/http/rules';
import { useApi } from '../../../api/use-api.ts';
import { ActionDialog } from '../../../shared/messages/action-dialog.tsx';
import { channelsQuery } from '../../../shared/notices/channels.queries.ts';
import { OWN_CHOICE } from '../../../shared/notices/owners.ts';
import { ruleSentence } from '../../../shared/notices/rule-words.ts';
import { useRuleMutations } from '../../../shared/notices/rules.queries.ts';
import { newView, ViewFields } from '../../../shared/notices/view-fields.tsx';
import { WayFields } from '../../../shared/notices/way-fields.tsx';
import * as styles from '../../../shared/notices/rule-form.css.ts';

type ViewAlertDialogProps = {
  name: string;
  search: Readonly<Record<string, string>>;
  onClose: () => void;
};

/** Creates a rule that notifies the viewer when a view has too many events, or no events. */
export const ViewAlertDialog = ({ name, search, onClose }: ViewAlertDialogProps) => {
  const api = useApi();
  const channels = useQuery(channelsQuery(api)).data?.data ?? [];
  const { create } = useRuleMutations();
  const [view, setView] = useState<RuleView>(() => newView(name, search));
  const [ways, setWays] = useState<{ inbox: boolean; channels: number[] }>({ inbox: true, channels: [] });
  const on = [view.when === 'more' ? ('view.more' as const) : ('view.none' as const), 'view.over' as const];
  const filter = { organizationId: null, integrationId: null, eventName: null, severity: null };
  const sentence = ruleSentence({
    owner: 'user',
    organization: null,
    on,
    view,
    inbox: ways.inbox,
    filter: { ...filter, organization: null, integration: null },
    channels: channels.filter((one) => ways.channels.includes(one.id)),
  });
  const save = () =>
    create.mutate(
      {
        owner: OWN_CHOICE.owner,
        organizationId: null,
        on,
        trouble: null,
        view,
        filter,
        ...ways,
        quietHours: null,
        digest: 'none',
        remind: 'none',
        active: true,
      },
      { onSuccess: onClose },
    );
  return (
    <ActionDialog title={`Alert on ${name}`} action="Add alert" change={create} onAct={save} onClose={onClose}>
      <output className={styles.preview}>{sentence}.</output>
      <ViewFields owner={OWN_CHOICE} value={view} onChange={setView} />
      <WayFields owner={OWN_CHOICE} channels={channels} value={ways} onChange={setWays} />
    </ActionDialog>
  );
};
