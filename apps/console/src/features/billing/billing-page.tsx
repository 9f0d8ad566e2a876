import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { EmptyState, Screen } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { grantsQuery } from '../../shared/purchases/grants.queries.ts';

export type BillingScreenProps = {
  /** The selected organization; null without a selection, undefined while loading. */
  organization: OrganizationSummary | null | undefined;
  /** Shows the selected organization, and lets the viewer select another organization. */
  picker: ReactNode;
};

export type BillingPageProps = BillingScreenProps & {
  heading: string;
  /** Link back, shown before the heading. */
  back?: ReactNode;
  /** Data of all organizations. Shown above the choice of an organization, or below the selected organization's data. */
  overview?: ReactNode;
  renderContent: (organization: OrganizationDetail) => ReactNode;
};

type ContentProps = { organizationId: number } & Pick<BillingPageProps, 'renderContent'>;

const Content = ({ organizationId, renderContent }: ContentProps) => {
  const api = useApi();
  const query = useQuery(grantsQuery(api, organizationId));
  if (query.data) return renderContent(query.data);
  return <LoadState title="Billing could not be loaded" query={query} height="10rem" />;
};

/** The frame of the billing and entitlements screens. Shows the selected organization's data once loaded. */
export const BillingPage = ({ organization, picker, heading, back, overview, renderContent }: BillingPageProps) => (
  <Screen heading={heading} back={back} tools={organization && picker}>
    {organization === null && overview}
    {organization === null && (
      <EmptyState
        isFramed
        icon={Building2}
        title="Choose an organization"
        text="Billing is shown for one organization at a time."
      >
        {picker}
      </EmptyState>
    )}
    {organization && <Content key={organization.id} organizationId={organization.id} renderContent={renderContent} />}
    {organization && overview}
  </Screen>
);
