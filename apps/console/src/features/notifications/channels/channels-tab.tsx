import { useQuery } from '@tanstack/react-query';
import { Plus, Send } from 'lucide-react';
import { useState } from 'react';
import type { Channel } from '@portico/contracts/http/channels';
import { Button, EmptyState, formatNumber, Icon, Skeleton } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { Ago } from '../../../shared/health/ago.tsx';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { CHANNEL_LABELS } from '@portico/contracts/http/channel-targets';
import { channelsQuery } from '../../../shared/notices/channels.queries.ts';
import { type OwnerChoice, ownerText, responsibleOf } from '../../../shared/notices/owners.ts';
import { ChannelState } from './channel-state.tsx';
import * as styles from '../notifications.css.ts';
import { ChannelDialog } from './channel-dialog.tsx';

export type ChannelsTabProps = { owners: readonly OwnerChoice[] };

const rulesText = (count: number): string =>
  count === 0 ? 'not used by any rule' : `${formatNumber(count)} ${count === 1 ? 'rule' : 'rules'}`;

const ChannelRow = ({ channel }: { channel: Channel }) => {
  const { id, name, type, hint, lastDeliveredAt, failures, rules } = channel;
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <p className={styles.name}>
          <a className={styles.link} href={`/notifications/channels/${id}`}>
            {name}
          </a>
          <ChannelState {...channel} />
        </p>
        <p className={styles.small}>
          {[CHANNEL_LABELS[type], hint, ownerText(channel), rulesText(rules), ...responsibleOf(channel)].join(' · ')}
        </p>
        <p className={failures > 0 ? styles.bad : styles.small}>
          {lastDeliveredAt === null ? (
            'Nothing delivered yet'
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

/** The channels of the viewer. */
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
    <div className={styles.stack}>
      {query.isPending && <Skeleton height="8rem" />}
      {query.isError && channels === undefined && <LoadFailure title="Channels could not be loaded" query={query} />}
      {channels?.length === 0 && (
        <EmptyState
          isFramed
          icon={Send}
          title="No channels yet."
          text="E-mail, a chat such as Slack or Teams, an incident tool, or a webhook of your own. The inbox is always there."
        >
          {add}
        </EmptyState>
      )}
      {channels && channels.length > 0 && (
        <>
          <div className={styles.toolbar}>
            <span className={styles.small}>A channel is used once its code is confirmed.</span>
            {add}
          </div>
          <ul className={styles.cards} aria-label="Channels">
            {channels.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} />
            ))}
          </ul>
        </>
      )}
      {isAdding && <ChannelDialog owners={owners} onClose={() => setIsAdding(false)} />}
    </div>
  );
};
