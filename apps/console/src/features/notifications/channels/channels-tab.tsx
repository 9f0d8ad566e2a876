import { useQuery } from '@tanstack/react-query';
import { Plus, Send } from 'lucide-react';
import { useState } from 'react';
import type { Channel, CreatedChannel } from '@portico/contracts/http/channels';
import {
  Button,
  counted,
  Dialog,
  EmptyState,
  formatNumber,
  Icon,
  List,
  Row,
  Select,
  Stack,
  TextField,
} from '@portico/ui';
import { textLink } from '@portico/ui/styles';
import { useApi } from '../../../api/use-api.ts';
import { Ago } from '../../../shared/health/ago.tsx';
import { LoadState } from '../../../shared/messages/load-failure.tsx';
import { CHANNEL_LABELS, CHANNEL_TYPES, type ChannelType } from '@portico/contracts/http/channel-targets';
import { channelsQuery, useCreateChannel } from '../../../shared/notices/channels.queries.ts';
import { OWN_CHOICE, type OwnerChoice, ownerText, responsibleOf } from '../../../shared/notices/owners.ts';
import { ChannelState } from './channel-state.tsx';
import * as styles from '../notifications.css.ts';
import { ActionDialog } from '../../../shared/messages/action-dialog.tsx';
import { NewSecret } from './new-secret.tsx';
import { zoneOfViewer } from '../rules/rule-draft.ts';
import { NO_TARGET, TargetFields, targetOf } from './target-fields.tsx';
import { ZoneField } from './zone-field.tsx';
import { VerifyForm } from './verify-form.tsx';

type ChannelsTabProps = { owners: readonly OwnerChoice[] };

const TYPES = CHANNEL_TYPES.map((value) => ({ value, text: CHANNEL_LABELS[value] }));

/** Creates a channel, shows its secret if the channel has one, and asks for the code that the channel received. */
const ChannelDialog = ({ owners, onClose }: ChannelsTabProps & { onClose: () => void }) => {
  const create = useCreateChannel();
  const [owner, setOwner] = useState(owners[0] ?? OWN_CHOICE);
  const [type, setType] = useState<ChannelType>('email');
  const [name, setName] = useState('');
  const [target, setTarget] = useState(NO_TARGET);
  const [timeZone, setTimeZone] = useState(zoneOfViewer);
  const [created, setCreated] = useState<CreatedChannel | null>(null);
  if (created)
    return (
      <Dialog
        title={`Verify ${created.name}`}
        onClose={onClose}
        footer={
          <Button variant="secondary" onPress={onClose}>
            Later
          </Button>
        }
      >
        <Stack gap={4}>
          {created.secret !== null && <NewSecret secret={created.secret} />}
          <VerifyForm channel={created} onVerified={onClose} />
        </Stack>
      </Dialog>
    );
  const save = () => {
    const { organizationId } = owner;
    const channel = { owner: owner.owner, organizationId, name, target: targetOf(type, target), timeZone };
    // A channel for the user's own address is active at once, because the sign-on has verified the address.
    create.mutate(channel, { onSuccess: (made) => (made.state === 'active' ? onClose() : setCreated(made)) });
  };
  return (
    <ActionDialog title="Add a channel" action="Add channel" noValidate change={create} onAct={save} onClose={onClose}>
      {owners.length > 1 && (
        <Select
          label="Who is notified"
          options={owners.map((one) => ({ value: one.id, text: one.text }))}
          value={owner.id}
          onChange={(next) => setOwner(owners.find((one) => one.id === next) ?? OWN_CHOICE)}
        />
      )}
      <Select label="Type" options={TYPES} value={type} onChange={setType} />
      <TextField label="Name" value={name} onChange={setName} maxLength={100} isRequired />
      <TargetFields type={type} draft={target} onChange={(change) => setTarget({ ...target, ...change })} />
      <ZoneField value={timeZone} onChange={setTimeZone} />
    </ActionDialog>
  );
};

const rulesText = (count: number): string => (count === 0 ? 'no rule uses it' : counted(count, 'rule'));

const ChannelRow = ({ channel }: { channel: Channel }) => {
  const { id, name, type, hint, lastDeliveredAt, failures, rules } = channel;
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <p className={styles.name}>
          <a className={textLink} href={`/notifications/channels/${id}`}>
            {name}
          </a>
          <ChannelState {...channel} />
        </p>
        <p className={styles.small}>
          {[CHANNEL_LABELS[type], hint, ownerText(channel), rulesText(rules), ...responsibleOf(channel)].join(' · ')}
        </p>
        <p className={failures > 0 ? styles.bad : styles.small}>
          {lastDeliveredAt === null ? (
            'No message delivered yet'
          ) : (
            <>
              Last delivered <Ago at={lastDeliveredAt} />
            </>
          )}
          {failures > 0 && ` · ${formatNumber(failures)} failed in the last 24 hours`}
        </p>
      </div>
    </li>
  );
};

export const ChannelsTab = ({ owners }: ChannelsTabProps) => {
  const api = useApi();
  const query = useQuery(channelsQuery(api));
  const [isAdding, setIsAdding] = useState(false);
  const channels = query.data?.data;
  const add = (
    <Button onPress={() => setIsAdding(true)}>
      <Icon of={Plus} />
      Add a channel
    </Button>
  );
  return (
    <Stack gap={4}>
      {!channels && <LoadState title="Channels could not be loaded" query={query} height="8rem" />}
      {channels?.length === 0 && (
        <EmptyState
          isFramed
          icon={Send}
          title="No channels yet."
          text="E-mail, a chat such as Slack or Teams, an incident tool, or a webhook of your own. You always have the inbox."
        >
          {add}
        </EmptyState>
      )}
      {channels && channels.length > 0 && (
        <>
          <Row gap={3} justify="between">
            <span className={styles.small}>Portico uses a channel only after you confirm its code.</span>
            {add}
          </Row>
          <List label="Channels">
            {channels.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} />
            ))}
          </List>
        </>
      )}
      {isAdding && <ChannelDialog owners={owners} onClose={() => setIsAdding(false)} />}
    </Stack>
  );
};
