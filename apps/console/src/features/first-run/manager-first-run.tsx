import { useQuery } from '@tanstack/react-query';
import { listEventIntegrations } from '@portico/contracts/http/event-integrations';
import { listInvitations } from '@portico/contracts/http/invitations';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { buttonClass, Waiting } from '@portico/ui';
import type { ReactNode } from 'react';
import { useApi } from '../../api/use-api.ts';
import { FirstRunCard } from './first-run-card.tsx';

const POLL_MS = 4_000;

type ManagerFirstRunProps = {
  organization: OrganizationSummary;
  supportEmail: string;
  toPeople: ReactNode;
  onDismiss: () => void;
};

export const ManagerFirstRun = (props: ManagerFirstRunProps) => {
  const api = useApi();
  const { organization, supportEmail, toPeople, onDismiss } = props;
  const { id, name } = organization;
  const invitations = useQuery({
    queryKey: ['invitations', id],
    queryFn: ({ signal }) => api.call(listInvitations, { params: { id }, signal }),
  }).data;
  const integrations = useQuery({
    queryKey: ['first-run', 'integration-names'],
    queryFn: ({ signal }) => api.call(listEventIntegrations, { signal }),
    refetchInterval: POLL_MS,
  }).data;
  if (!invitations || !integrations) return null;
  const subject = encodeURIComponent(`An integration for ${name}`);
  const steps = [
    {
      title: `Invite people to ${name}`,
      text: 'Portico sends each person a link by e-mail.',
      isDone: invitations.count > 0,
      children: toPeople,
    },
    {
      title: 'Get an integration',
      text: 'An administrator connects your system.',
      isDone: integrations.data.length > 0,
      children: (
        <a
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
          href={`mailto:${supportEmail}?subject=${subject}`}
        >
          Ask for an integration
        </a>
      ),
    },
    {
      title: 'See the first event',
      text: 'The first event appears here automatically.',
      isDone: false,
      children: <Waiting text="Waiting for the first event…" />,
    },
  ];
  return <FirstRunCard steps={steps} onDismiss={onDismiss} />;
};
