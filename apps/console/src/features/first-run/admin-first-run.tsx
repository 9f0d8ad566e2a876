import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listIntegrations } from '@portico/contracts/http/integrations';
import { listOrganizations } from '@portico/contracts/http/orgs';
import { useApi } from '../../api/use-api.ts';
import { FirstEvent } from './first-event.tsx';
import { FirstRunCard } from './first-run-card.tsx';

/** Poll interval in milliseconds, for steps that other people complete. */
const POLL_MS = 4_000;
const FIRST_PAGE = { limit: 20, offset: 0 };

type AdminFirstRunProps = {
  toOrganizations: ReactNode;
  toIntegrations: ReactNode;
  onDismiss: () => void;
};

export const AdminFirstRun = ({ toOrganizations, toIntegrations, onDismiss }: AdminFirstRunProps) => {
  const api = useApi();
  const organizations = useQuery({
    queryKey: ['first-run', 'organizations'],
    queryFn: ({ signal }) => api.call(listOrganizations, { query: FIRST_PAGE, signal }),
    refetchInterval: POLL_MS,
  }).data?.data;
  const integrations = useQuery({
    queryKey: ['first-run', 'integrations'],
    queryFn: ({ signal }) => api.call(listIntegrations, { query: FIRST_PAGE, signal }),
    refetchInterval: POLL_MS,
  }).data?.data;
  if (!organizations || !integrations) return null;
  const ready = integrations.find(({ active, organizationId }) => active && organizationId !== null);
  const hasPeople = organizations.some((row) => 'memberCount' in row && row.memberCount > 0);
  const steps = [
    {
      title: 'Create an organization',
      text: 'Events, integrations and people belong to an organization.',
      isDone: organizations.length > 0,
      children: toOrganizations,
    },
    {
      title: 'Create an integration',
      text: 'An integration is one external system that publishes events. Make it active and assign it to the organization.',
      isDone: ready !== undefined,
      children: toIntegrations,
    },
    {
      title: 'Invite people',
      text: 'Invite them on the page of the organization, under People. They will see its events.',
      isDone: hasPeople,
      children: organizations.length > 0 && toOrganizations,
    },
    {
      title: 'Send the first event',
      text: ready
        ? `Publish as ${ready.name}. Run this command on a machine with kcat:`
        : 'The command appears here after you create an integration.',
      isDone: false,
      children: ready && <FirstEvent key={ready.id} integration={ready} />,
    },
  ];
  return <FirstRunCard steps={steps} onDismiss={onDismiss} />;
};
