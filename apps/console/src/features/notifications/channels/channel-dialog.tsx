import { useId, useState } from 'react';
import { errorText } from '@portico/api-client';
import { Alert, Button, Dialog, Select, TextField } from '@portico/ui';
import { CHANNEL_LABELS, CHANNEL_TYPES, type ChannelType } from '@portico/contracts/http/channel-targets';
import type { CreatedChannel } from '@portico/contracts/http/channels';
import { useCreateChannel } from '../../../shared/notices/channels.queries.ts';
import { OWN, type OwnerChoice } from '../../../shared/notices/owners.ts';
import { NewSecret } from './new-secret.tsx';
import { zoneOfViewer } from '../rules/rule-draft.ts';
import { NO_TARGET, TargetFields, targetOf } from './target-fields.tsx';
import { ZoneField } from './zone-field.tsx';
import { VerifyForm } from './verify-form.tsx';
import * as styles from '../notifications.css.ts';

export type ChannelDialogProps = { owners: readonly OwnerChoice[]; onClose: () => void };

const TYPES = CHANNEL_TYPES.map((value) => ({ value, text: CHANNEL_LABELS[value] }));

/** Creates a channel, shows its secret if it has one, and asks for the code sent to it. */
export const ChannelDialog = ({ owners, onClose }: ChannelDialogProps) => {
  const id = useId();
  const create = useCreateChannel();
  const [owner, setOwner] = useState(owners[0] ?? OWN);
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
        <div className={styles.stack}>
          {created.secret !== null && <NewSecret secret={created.secret} />}
          <VerifyForm channel={created} onVerified={onClose} />
        </div>
      </Dialog>
    );
  const save = () => {
    const { organizationId } = owner;
    const channel = { owner: owner.owner, organizationId, name, target: targetOf(type, target), timeZone };
    // The sign-on verifies the user's own address.
    create.mutate(channel, { onSuccess: (made) => (made.state === 'active' ? onClose() : setCreated(made)) });
  };
  return (
    <Dialog
      title="Add a channel"
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" isDisabled={create.isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} isLoading={create.isPending}>
            Add channel
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {create.error && <Alert variant="danger">{errorText(create.error)}</Alert>}
        {owners.length > 1 && (
          <Select
            label="Who is notified"
            options={owners.map((one) => ({ value: one.id, text: one.text }))}
            value={owner.id}
            onChange={(next) => setOwner(owners.find((one) => one.id === next) ?? OWN)}
          />
        )}
        <Select label="Type" options={TYPES} value={type} onChange={setType} />
        <TextField label="Name" value={name} onChange={setName} maxLength={100} isRequired />
        <TargetFields type={type} draft={target} onChange={(change) => setTarget({ ...target, ...change })} />
        <ZoneField value={timeZone} onChange={setTimeZone} />
      </form>
    </Dialog>
  );
};
