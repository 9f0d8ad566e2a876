import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import { Alert, lazyPart, Skeleton, Stack } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import type { ArrivalsSectionProps } from './arrivals/arrivals-section.tsx';
import { connectQuery } from './connect.queries.ts';
import { KeysSection } from './keys/keys-section.tsx';

const loading = (
  <div aria-busy>
    <Skeleton height="20rem" />
  </div>
);

const ConnectRest = lazyPart(async () => (await import('./connect-rest.tsx')).ConnectRest, loading);

export type ConnectPanelProps = {
  id: number;
  /** Whether the visible part has rendered, so that the parts below can load. */
  isScreenShown: boolean;
} & Omit<ArrivalsSectionProps, 'connect'>;

/** Connects an integration in three steps, with reference material below. */
export const ConnectPanel = ({ id, isScreenShown, ...arrivals }: ConnectPanelProps) => {
  const api = useApi();
  const query = useQuery(connectQuery(api, id));
  const [made, setMade] = useState<CreatedKey | null>(null);
  const connect = query.data;
  if (connect === undefined)
    return query.isError ? <LoadFailure title="The integration could not be loaded" query={query} /> : loading;
  return (
    <Stack gap={4}>
      {!connect.active && (
        <Alert variant="warning">
          This integration is inactive. Portico rejects its events until someone activates it.
        </Alert>
      )}
      {connect.organization === null && (
        <Alert variant="warning">
          Portico rejects the events of this integration until it is assigned to an organization.
        </Alert>
      )}
      <KeysSection id={id} made={made} onMade={setMade} />
      {isScreenShown ? <ConnectRest {...{ connect, made }} {...arrivals} /> : loading}
    </Stack>
  );
};
