import { useId, useState } from 'react';
import { errorText, type ApiClient } from '@portico/api-client';
import type { Channel } from '@portico/contracts/http/channels';
import { Alert, Button, Dialog, TextField } from '@portico/ui';
import { useChannelMutations } from '../../../shared/notices/channels.queries.ts';
import * as styles from '../notifications.css.ts';

export type RenameChannelProps = { api: ApiClient; channel: Channel; onClose: () => void };

/** Gives a channel another name; where it leads stays, and needs no verification. */
export const RenameChannel = ({ api, channel, onClose }: RenameChannelProps) => {
  const id = useId();
  const { update } = useChannelMutations(api, channel.id);
  const [name, setName] = useState(channel.name);
  return (
    <Dialog
      title={`Rename ${channel.name}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" isDisabled={update.isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} isLoading={update.isPending}>
            Rename
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
          update.mutate({ name }, { onSuccess: onClose });
        }}
      >
        {update.error && <Alert variant="danger">{errorText(update.error)}</Alert>}
        <TextField label="Name" value={name} onChange={setName} maxLength={100} isRequired />
      </form>
    </Dialog>
  );
};
