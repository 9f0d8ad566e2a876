import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { errorText, type ApiClient } from '@portico/api-client';
import type { Channel } from '@portico/contracts/http/channels';
import { Alert, Button, formatTime, Icon, Screen, Skeleton } from '@portico/ui';
import { Ago } from '../../../shared/health/ago.tsx';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { CHANNEL_TEXTS } from '../../../shared/notices/channel-texts.ts';
import { channelQuery, useChannelMutations } from '../../../shared/notices/channels.queries.ts';
import { ownerText } from '../../../shared/notices/owners.ts';
import { ChannelState } from './channel-state.tsx';
import { DeliveryList } from './delivery-list.tsx';
import * as styles from '../notifications.css.ts';

/** Forms and dialogs are most of this page's code, and often none is shown. */
const VerifyForm = lazy(async () => ({ default: (await import('./verify-form.tsx')).VerifyForm }));
const NewSecret = lazy(async () => ({ default: (await import('./new-secret.tsx')).NewSecret }));
const DeleteChannel = lazy(async () => ({ default: (await import('./delete-channel.tsx')).DeleteChannel }));

export type ChannelPageProps = {
  api: ApiClient;
  id: number;
  /** The way back to the list. */
  back: ReactNode;
  onDeleted: () => void;
};

const Facts = ({ channel }: { channel: Channel }) => {
  const { type, hint, lastDeliveredAt, failingSince, lastError, previousSecretUntil, editsMessages } = channel;
  return (
    <dl className={styles.facts}>
      <dt className={styles.fact}>Type</dt>
      <dd className={styles.value}>{CHANNEL_TEXTS[type]}</dd>
      <dt className={styles.fact}>Leads to</dt>
      <dd className={styles.value}>{hint}</dd>
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
          <dt className={styles.fact}>Earlier secret</dt>
          <dd className={styles.value}>valid until {formatTime(previousSecretUntil, 'local', 'short')}</dd>
        </>
      )}
      {editsMessages && (
        <>
          <dt className={styles.fact}>What is over</dt>
          <dd className={styles.value}>is said in the message that said it began</dd>
        </>
      )}
    </dl>
  );
};

/** What may be done with a channel by who may change it. */
const Actions = ({ api, channel, onDeleted }: { api: ApiClient; channel: Channel; onDeleted: () => void }) => {
  const { test, rotate } = useChannelMutations(api, channel.id);
  const [isDeleting, setIsDeleting] = useState(false);
  const error = test.error ?? rotate.error;
  const isUsable = channel.state === 'active' || channel.state === 'failing';
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
      {rotate.data?.secret && (
        <Suspense>
          <NewSecret secret={rotate.data.secret} />
        </Suspense>
      )}
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
        {channel.type === 'webhook' && (
          <Button variant="secondary" isLoading={rotate.isPending} onPress={() => rotate.mutate()}>
            New secret
          </Button>
        )}
        <Button variant="secondary" onPress={() => setIsDeleting(true)}>
          Delete
        </Button>
      </div>
      {isDeleting && (
        <Suspense>
          <DeleteChannel {...{ api, channel, onDeleted }} onClose={() => setIsDeleting(false)} />
        </Suspense>
      )}
    </>
  );
};

/** One channel: whether it works, and what was sent through it. */
export const ChannelPage = ({ api, id, back, onDeleted }: ChannelPageProps) => {
  const query = useQuery(channelQuery(api, id));
  const channel = query.data;
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
  const isToVerify = channel.mayChange && (channel.state === 'unverified' || channel.state === 'disabled');
  return (
    <Screen heading={channel.name} lead={ownerText(channel)} tools={back}>
      <div className={styles.columns}>
        <section className={styles.panel} aria-label="The channel">
          <p className={styles.name}>
            <ChannelState state={channel.state} />
          </p>
          <Facts channel={channel} />
          {isToVerify && (
            <Suspense fallback={<Skeleton height="8rem" />}>
              <VerifyForm api={api} channel={channel} />
            </Suspense>
          )}
          {channel.mayChange && <Actions {...{ api, channel, onDeleted }} />}
        </section>
        <DeliveryList api={api} id={id} />
      </div>
    </Screen>
  );
};
