import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Channel } from '@portico/contracts/http/channels';
import { formatTime, Screen } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { Ago } from '../../../shared/health/ago.tsx';
import { type Fact, Facts } from '../../../shared/lists/facts.tsx';
import { LoadState } from '../../../shared/messages/load-failure.tsx';
import { CHANNEL_LABELS } from '@portico/contracts/http/channel-targets';
import { channelQuery, useChannelMutations } from '../../../shared/notices/channels.queries.ts';
import { ownerText } from '../../../shared/notices/owners.ts';
import { NeedsOwner, responsibleText } from '../../../shared/responsible/needs-owner.tsx';
import { ChannelActions } from './channel-actions.tsx';
import { ChannelState } from './channel-state.tsx';
import { DeliveryList } from './delivery-list.tsx';
import * as styles from '../notifications.css.ts';
import { VerifyForm } from './verify-form.tsx';

type ChannelPageProps = {
  id: number;
  back: ReactNode;
  onDeleted: () => void;
};

const factsOf = (channel: Channel): Fact[] => {
  const delivered = channel.lastDeliveredAt === null ? 'never' : <Ago at={channel.lastDeliveredAt} />;
  return [
    ['Type', CHANNEL_LABELS[channel.type]],
    ['Destination', channel.hint],
    ['Headers', channel.headerNames.length > 0 ? channel.headerNames.join(', ') : null],
    ['Time zone', channel.timeZone],
    [
      'Responsible',
      channel.owner === 'user' ? null : responsibleText(channel.responsible).replace('Responsible: ', ''),
    ],
    ['Last delivered', delivered],
    [
      'Failing since',
      channel.failingSince &&
        [formatTime(channel.failingSince, 'local', 'short'), channel.lastError]
          .filter((part) => part !== null)
          .join(': '),
    ],
    [
      'Old secret',
      channel.previousSecretUntil && `valid until ${formatTime(channel.previousSecretUntil, 'local', 'short')}`,
    ],
    ['When an episode ends', channel.editsMessages ? 'Portico updates the first message' : null],
  ];
};

export const ChannelPage = ({ id, back, onDeleted }: ChannelPageProps) => {
  const api = useApi();
  const query = useQuery(channelQuery(api, id));
  const channel = query.data;
  const { takeOver } = useChannelMutations(id);
  if (channel === undefined)
    return (
      <Screen heading="Channel" tools={back}>
        <LoadState title="The channel could not be loaded" query={query} height="10rem" />
      </Screen>
    );
  const isToVerify =
    channel.mayChange &&
    channel.needsOwnerSince === null &&
    (channel.state === 'unverified' || channel.state === 'disabled');
  return (
    <Screen heading={channel.name} lead={ownerText(channel)} tools={back}>
      <div className={styles.columns}>
        <section className={styles.panel} aria-label="The channel">
          <p className={styles.name}>
            <ChannelState {...channel} />
          </p>
          <NeedsOwner
            responsible={channel.responsible}
            since={channel.needsOwnerSince}
            effect="Messages are paused"
            end="deleted"
            takeOver={channel.mayChange ? takeOver : null}
          />
          <Facts facts={factsOf(channel)} />
          {isToVerify && <VerifyForm channel={channel} />}
          {channel.mayChange && <ChannelActions {...{ channel, onDeleted }} />}
        </section>
        <DeliveryList id={id} />
      </div>
    </Screen>
  );
};
