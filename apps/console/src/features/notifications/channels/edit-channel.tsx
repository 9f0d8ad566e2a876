import { useId, useState } from 'react';
import { errorText } from '@portico/api-client';
import type { Channel } from '@portico/contracts/http/channels';
import { Alert, Button, Dialog, TextField } from '@portico/ui';
import { useChannelMutations } from '../../../shared/notices/channels.queries.ts';
import { ZoneField } from './zone-field.tsx';
import * as styles from '../notifications.css.ts';

export type EditChannelProps = { channel: Channel; onClose: () => void };

/** Gives a channel another name or time zone; its target stays, and needs no verification. */
export const EditChannel = ({ channel, onClose }: EditChannelProps) => {
  const id = useId();
  const { update } = useChannelMutations(channel.id);
  const [name, setName] = useState(channel.name);
  const [timeZone, setTimeZone] = useState(channel.timeZone);
  return (
    <Dialog
      title={`Edit ${channel.name}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" isDisabled={update.isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} isLoading={update.isPending}>
            Save
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
          update.mutate({ name, timeZone }, { onSuccess: onClose });
        }}
      >
        {update.error && <Alert variant="danger">{errorText(update.error)}</Alert>}
        <TextField label="Name" value={name} onChange={setName} maxLength={100} isRequired />
        <ZoneField value={timeZone} onChange={setTimeZone} />
      </form>
    </Dialog>
  );
};
