import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@portico/api-client';
import type { Delivery } from '@portico/contracts/http/channels';
import { Alert, Badge, Button, List, Pagination } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { Ago } from '../../../shared/health/ago.tsx';
import { LoadState } from '../../../shared/messages/load-failure.tsx';
import { deliveriesQuery, useChannelMutations } from '../../../shared/notices/channels.queries.ts';
import * as styles from '../notifications.css.ts';

const SIZE = 10;

const STATES = {
  pending: { tone: 'neutral', text: 'Waiting' },
  sending: { tone: 'neutral', text: 'Being sent' },
  sent: { tone: 'success', text: 'Sent' },
  edited: { tone: 'success', text: 'Sent: resolved' },
  failed: { tone: 'danger', text: 'Failed' },
  dropped: { tone: 'warning', text: 'Dropped' },
} as const;

const whyText = ({ status, lastError }: Delivery): string | null => {
  if (lastError === null) return null;
  return status === null || lastError.includes(String(status)) ? lastError : `${lastError} (${status})`;
};

type DeliveryRowProps = { delivery: Delivery; isPending: boolean; onResend: () => void };

const DeliveryRow = ({ delivery, isPending, onResend }: DeliveryRowProps) => {
  const { title, state, attempts, createdAt, sentAt, nextAt, mayResend } = delivery;
  const why = whyText(delivery);
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <p className={styles.name}>
          {title}
          <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
        </p>
        <p className={styles.small}>
          <Ago at={sentAt ?? createdAt} />
          {attempts > 1 && ` · ${attempts} attempts`}
          {nextAt !== null && state === 'pending' && attempts > 0 && ' · Portico will retry'}
        </p>
        {why !== null && <p className={styles.bad}>{why}</p>}
      </div>
      {mayResend && (
        <Button size="sm" variant="secondary" isLoading={isPending} aria-label={`Resend: ${title}`} onPress={onResend}>
          Resend
        </Button>
      )}
    </li>
  );
};

export const DeliveryList = ({ id }: { id: number }) => {
  const api = useApi();
  const [page, setPage] = useState(1);
  const query = useQuery(deliveriesQuery(api, id, page, SIZE));
  const { resend } = useChannelMutations(id);
  const { data } = query;
  return (
    <section className={styles.group} aria-labelledby="deliveries">
      <h2 id="deliveries" className={styles.heading}>
        Messages of the last 30 days
      </h2>
      {resend.error && <Alert variant="danger">{errorText(resend.error)}</Alert>}
      {!data && <LoadState title="Messages could not be loaded" query={query} height="8rem" />}
      {data?.data.length === 0 && <p className={styles.small}>No message has been sent yet.</p>}
      {data && data.data.length > 0 && (
        <List label="Messages">
          {data.data.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              isPending={resend.isPending && resend.variables === delivery.id}
              onResend={() => resend.mutate(delivery.id)}
            />
          ))}
        </List>
      )}
      {data && <Pagination page={page} count={data.count} size={SIZE} onPageChange={setPage} />}
    </section>
  );
};
