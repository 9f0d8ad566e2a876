import { useQuery } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConnectedIntegration } from '@portico/contracts/http/connect';
import { Badge, EmptyState, List, ListRow, Note, Row, Screen, Skeleton } from '@portico/ui';
import { textLink } from '@portico/ui/styles';
import { useApi } from '../../api/use-api.ts';
import { connectHref } from '../../shared/health/hrefs.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { connectedQuery } from './connect.queries.ts';

const RIGHTS: Record<ConnectedIntegration['right'], string> = {
  admin: 'You administer it',
  manager: 'You manage its organization',
  publisher: 'You are its publisher',
};

export const ConnectedList = ({ children }: { children?: ReactNode }) => {
  const api = useApi();
  const query = useQuery(connectedQuery(api));
  const { data } = query;
  if (data === undefined && query.isError)
    return (
      <Screen heading="Connect">
        <LoadFailure title="Your integrations could not be loaded" query={query} />
      </Screen>
    );
  return (
    <Screen heading="Connect" lead="Integrations that you connect: their keys, and how to publish events.">
      {data === undefined && <Skeleton height="8rem" />}
      {data?.count === 0 && (
        <EmptyState
          isFramed
          icon={Plug}
          title="No integration to connect"
          text="An administrator or a manager of the organization can name you publisher of an integration."
        />
      )}
      {data && data.count > 0 && (
        <List label="Integrations">
          {data.data.map(({ id, name, organization, active, right }) => (
            <ListRow key={id}>
              <Row>
                <a className={textLink} href={connectHref(id)}>
                  {name}
                </a>
                {!active && <Badge tone="warning">Inactive</Badge>}
              </Row>
              <Note>
                {organization?.name ?? 'No organization'} · {RIGHTS[right]}
              </Note>
            </ListRow>
          ))}
        </List>
      )}
      {children}
    </Screen>
  );
};
