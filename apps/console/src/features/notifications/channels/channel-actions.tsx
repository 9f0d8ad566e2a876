import { Send } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@portico/api-client';
import type { Channel } from '@portico/contracts/http/channels';
import { Alert, Button, Icon } from '@portico/ui';
import { useChannelMutations } from '../../../shared/notices/channels.queries.ts';
import * as styles from '../notifications.css.ts';
import { NewSecret } from './new-secret.tsx';
import { EditChannel } from './edit-channel.tsx';
import { DeleteChannel } from './delete-channel.tsx';

export type ChannelActionsProps = { channel: Channel; onDeleted: () => void };

/** What may be done with a channel by who may change it. */
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
      <div className={styles.actions}>
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
      </div>
      {opened === 'edit' && <EditChannel {...{ channel, onClose }} />}
      {opened === 'delete' && <DeleteChannel {...{ channel, onDeleted, onClose }} />}
    </>
  );
};
