import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Channel } from '@portico/contracts/http/channels';
import { formatTime, Screen, Skeleton } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { Ago } from '../../../shared/health/ago.tsx';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
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

const Facts = ({ channel }: { channel: Channel }) => {
  const {
    type,
    hint,
    headerNames,
    timeZone,
    lastDeliveredAt,
    failingSince,
    lastError,
    previousSecretUntil,
    editsMessages,
  } = channel;
  return (
    <dl className={styles.facts}>
      <dt className={styles.fact}>Type</dt>
      <dd className={styles.value}>{CHANNEL_LABELS[type]}</dd>
      <dt className={styles.fact}>Destination</dt>
      <dd className={styles.value}>{hint}</dd>
      {headerNames.length > 0 && (
        <>
          <dt className={styles.fact}>Headers</dt>
          <dd className={styles.value}>{headerNames.join(', ')}</dd>
        </>
      )}
      <dt className={styles.fact}>Time zone</dt>
      <dd className={styles.value}>{timeZone}</dd>
      {channel.owner !== 'user' && (
        <>
          <dt className={styles.fact}>Responsible</dt>
          <dd className={styles.value}>{responsibleText(channel.responsible).replace('Responsible: ', '')}</dd>
        </>
      )}
      <dt className={styles.fact}>Last delivered</dt>
      <dd className={styles.value}>{lastDeliveredAt === null ? 'never' : <Ago at={lastDeliveredAt} />}</dd>
      {failingSince !== null && (
        <>
          <dt className={styles.fact}>Failing since</dt>
          <dd className={styles.value}>
            {formatTime(failingSince, 'local', 'short')}
            {lastError !== null && `: ${lastError}`}
          </dd>
        </>
      )}
      {previousSecretUntil !== null && (
        <>
          <dt className={styles.fact}>Old secret</dt>
          <dd className={styles.value}>valid until {formatTime(previousSecretUntil, 'local', 'short')}</dd>
        </>
      )}
      {editsMessages && (
        <>
          <dt className={styles.fact}>When an episode ends</dt>
          <dd className={styles.value}>Portico updates the first message</dd>
        </>
      )}
    </dl>
  );
};

export const ChannelPage = ({ id, back, onDeleted }: ChannelPageProps) => {
  const api = useApi();
  const query = useQuery(channelQuery(api, id));
  const channel = query.data;
  const { takeOver } = useChannelMutations(id);
  if (channel === undefined)
    return (
      <Screen heading="Channel" tools={back}>
        {query.isError ? (
          <LoadFailure title="The channel could not be loaded" query={query} />
        ) : (
          <div aria-busy>
            <Skeleton height="10rem" />
          </div>
        )}
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
          <Facts channel={channel} />
          {isToVerify && <VerifyForm channel={channel} />}
          {channel.mayChange && <ChannelActions {...{ channel, onDeleted }} />}
        </section>
        <DeliveryList id={id} />
      </div>
    </Screen>
  );
};
