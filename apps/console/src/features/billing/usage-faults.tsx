import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import type { UsageFault } from '@portico/contracts/http/billing';
import { EmptyState, formatTime, List, ListRow, Note, Row, Screen, buttonClass } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { organizationHref } from '../../shared/health/hrefs.ts';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { amountText } from '../../shared/purchases/usage.ts';
import { usageFaultsQuery } from '../../shared/trouble/trouble.queries.ts';
import { payerOf } from '../../shared/trouble/trouble-words.ts';

const textOf = ({ invoice, stripe, portico, reason }: UsageFault): string => {
  if (stripe !== null && portico !== null)
    return `${invoice === null ? 'An invoice' : `Invoice ${invoice}`} charges ${amountText(stripe)}, Portico counted ${amountText(portico)}`;
  return portico === null ? (reason ?? '') : `Usage of ${amountText(portico)} not sent to Stripe: ${reason ?? ''}`;
};

const Fault = ({ fault }: { fault: UsageFault }) => {
  const { organizationId, lookupKey, since } = fault;
  const owner = payerOf(fault);
  return (
    <ListRow>
      <Row justify="between">
        <div>
          <p>{owner === null ? lookupKey : `${owner}, ${lookupKey}`}</p>
          <Note>{textOf(fault)}</Note>
          {since !== null && <Note>Since {formatTime(since)}</Note>}
        </div>
        {organizationId !== null && (
          <a
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
            href={organizationHref(organizationId, 'billing')}
            aria-label={`Open billing of ${owner}`}
          >
            Open billing
          </a>
        )}
      </Row>
    </ListRow>
  );
};

/** Lists usage that differs between Stripe and Portico, for administrators. */
export const UsageFaultsScreen = () => {
  const query = useQuery(usageFaultsQuery(useApi()));
  const faults = query.data;
  return (
    <Screen heading="Usage differences">
      {!faults && <LoadState title="Usage differences could not be loaded" query={query} height="9rem" />}
      {faults?.length === 0 && <EmptyState isFramed icon={Scale} title="Stripe has the same usage as Portico" />}
      {faults && faults.length > 0 && (
        <List label="Usage differences">
          {faults.map((fault) => (
            <Fault key={JSON.stringify(fault)} fault={fault} />
          ))}
        </List>
      )}
    </Screen>
  );
};
