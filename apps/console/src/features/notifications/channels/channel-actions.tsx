import { Send } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@portico/api-client';
import type { Channel } from '@portico/contracts/http/channels';
import { Alert, Button, Icon, DeleteConfirmation, Row, TextField } from '@portico/ui';
import { ActionDialog } from '../../../shared/messages/action-dialog.tsx';
import { useChannelMutations } from '../../../shared/notices/channels.queries.ts';
import { NewSecret } from './new-secret.tsx';
import { ZoneField } from './zone-field.tsx';

type ChannelDialogProps = { channel: Channel; onClose: () => void };

/** Changes a channel's name or time zone. Its destination stays the same, so Portico does not verify the channel again. */
const EditChannel = ({ channel, onClose }: ChannelDialogProps) => {
  const { update } = useChannelMutations(channel.id);
  const [name, setName] = useState(channel.name);
  const [timeZone, setTimeZone] = useState(channel.timeZone);
  return (
    <ActionDialog
      title={`Edit ${channel.name}`}
      action="Save"
      noValidate
      change={update}
      onAct={() => update.mutate({ name, timeZone }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} maxLength={100} isRequired />
      <ZoneField value={timeZone} onChange={setTimeZone} />
    </ActionDialog>
  );
};

const DeleteChannel = ({ channel, onDeleted, onClose }: ChannelDialogProps & { onDeleted: () => void }) => {
  const { remove } = useChannelMutations(channel.id);
  return (
    <DeleteConfirmation
      entity="channel"
      identifier={channel.name}
      isPending={remove.isPending}
      onDelete={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      onClose={onClose}
      {...(remove.error && { error: errorText(remove.error) })}
    />
  );
};

type ChannelActionsProps = { channel: Channel; onDeleted: () => void };

export const ChannelActions = ({ channel, onDeleted }: ChannelActionsProps) => {
  const { test, rotate } = useChannelMutations(channel.id);
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null);
  const onClose = () => setOpened(null);
  const error = test.error ?? rotate.error;
  const isOwned = channel.needsOwnerSince === null;
  const isUsable = isOwned && (channel.state === 'active' || channel.state === 'failing');
  return (
    <>
      {error && <Alert variant="danger">{errorText(error)}</Alert>}
      {test.data && (
        <Alert variant={test.data.state === 'failed' ? 'danger' : 'info'}>
          {test.data.state === 'failed'
            ? `The test failed: ${test.data.lastError ?? 'no answer'}`
            : 'The test was sent.'}
        </Alert>
      )}
      {rotate.data?.secret && <NewSecret secret={rotate.data.secret} />}
      <Row>
        <Button
          variant={isUsable ? 'primary' : 'secondary'}
          isLoading={test.isPending}
          isDisabled={!isUsable}
          onPress={() => test.mutate()}
        >
          <Icon of={Send} />
          Send a test
        </Button>
        {channel.type === 'webhook' && isOwned && (
          <Button variant="secondary" isLoading={rotate.isPending} onPress={() => rotate.mutate()}>
            New secret
          </Button>
        )}
        {isOwned && (
          <Button variant="secondary" onPress={() => setOpened('edit')}>
            Edit
          </Button>
        )}
        <Button variant="secondary" onPress={() => setOpened('delete')}>
          Delete
        </Button>
      </Row>
      {opened === 'edit' && <EditChannel {...{ channel, onClose }} />}
      {opened === 'delete' && <DeleteChannel {...{ channel, onDeleted, onClose }} />}
    </>
  );
};
