import { errorText } from '@portico/api-client';
import type { Channel } from '@portico/contracts/http/channels';
import { DeleteConfirmation } from '@portico/ui';
import { useChannelMutations } from '../../../shared/notices/channels.queries.ts';

export type DeleteChannelProps = { channel: Channel; onDeleted: () => void; onClose: () => void };

/** Asks before a channel is deleted. */
export const DeleteChannel = ({ channel, onDeleted, onClose }: DeleteChannelProps) => {
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
