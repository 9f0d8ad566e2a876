import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Screen } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { ConnectPanel, type ConnectPanelProps } from './connect-panel.tsx';
import { connectQuery } from './connect.queries.ts';

export const ConnectPage = ({ back, ...props }: ConnectPanelProps & { back: ReactNode }) => {
  const api = useApi();
  const connect = useQuery(connectQuery(api, props.id)).data;
  const lead = connect && `Integration ${connect.id} · ${connect.organization?.name ?? 'no organization'}`;
  return (
    <Screen
      heading={connect ? `Connect ${connect.name}` : 'Connect'}
      tools={back}
      {...(lead !== undefined && { lead })}
    >
      <ConnectPanel {...props} />
    </Screen>
  );
};
