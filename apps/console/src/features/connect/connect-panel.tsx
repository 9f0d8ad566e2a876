import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiClient } from '@portico/api-client';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import { Alert, Skeleton } from '@portico/ui';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { ArrivalsSection, type ArrivalsSectionProps } from './arrivals/arrivals-section.tsx';
import { ConformanceSection } from './conformance/conformance-section.tsx';
import { connectQuery } from './connect.queries.ts';
import * as styles from './connect.css.ts';
import { ContractSection } from './contract/contract-section.tsx';
import { DoorsSection } from './doors/doors-section.tsx';
import { KeysSection } from './keys/keys-section.tsx';
import { PublishersSection } from './publishers/publishers-section.tsx';
import { TrustSection } from './trust/trust-section.tsx';

export type ConnectPanelProps = { api: ApiClient; id: number } & Pick<ArrivalsSectionProps, 'live' | 'rejected'>;

/** Everything that is needed to connect an integration, for who may: three steps, and what stands behind them. */
export const ConnectPanel = ({ api, id, live, rejected }: ConnectPanelProps) => {
  const query = useQuery(connectQuery(api, id));
  const [made, setMade] = useState<CreatedKey | null>(null);
  const connect = query.data;
  if (connect === undefined)
    return query.isError ? (
      <LoadFailure title="The integration could not be loaded" query={query} />
    ) : (
      <div aria-busy>
        <Skeleton height="20rem" />
      </div>
    );
  return (
    <div className={styles.page}>
      {!connect.active && (
        <Alert variant="warning">The integration is not active: its events are rejected until it is.</Alert>
      )}
      {connect.organization === null && (
        <Alert variant="warning">Its events are rejected until it is assigned to an organization.</Alert>
      )}
      <KeysSection api={api} id={id} made={made} onMade={setMade} />
      <DoorsSection api={api} connect={connect} made={made} />
      <ArrivalsSection {...{ api, live, rejected, connect }} />
      <ConformanceSection api={api} connect={connect} />
      <ContractSection api={api} connect={connect} />
      <TrustSection api={api} connect={connect} />
      {connect.right !== 'publisher' && <PublishersSection api={api} id={id} />}
    </div>
  );
};
