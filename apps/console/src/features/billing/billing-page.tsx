import { useQuery } from '@tanstack/react-query';
import { Building2, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText, type ApiClient } from '@portico/api-client';
import type { OrganizationDetail, OrganizationSummary } from '@portico/contracts/http/orgs';
import { Button, EmptyState, Skeleton } from '@portico/ui';
import { grantsQuery } from '../../organization/organization.queries.ts';
import * as styles from './billing.css.ts';

export type BillingScreenProps = {
  api: ApiClient;
  /** Whose billing it is; null when none is chosen, undefined until that is known. */
  organization: OrganizationSummary | null | undefined;
  /** Says whose it is, and lets the viewer choose another one. */
  picker: ReactNode;
};

export type BillingPageProps = BillingScreenProps & {
  heading: string;
  /** Before the heading. */
  back?: ReactNode;
  renderContent: (organization: OrganizationDetail) => ReactNode;
};

const Content = ({
  api,
  organizationId,
  renderContent,
}: { organizationId: number } & Pick<BillingPageProps, 'api' | 'renderContent'>) => {
  const { data, isError, error, isFetching, refetch } = useQuery(grantsQuery(api, organizationId));
  if (data) return renderContent(data);
  if (!isError)
    return (
      <div aria-busy>
        <Skeleton height="10rem" />
      </div>
    );
  return (
    <EmptyState isFramed icon={CloudOff} tone="danger" title="Billing could not be loaded" text={errorText(error)}>
      <Button onPress={() => void refetch()} isLoading={isFetching}>
        Try again
      </Button>
    </EmptyState>
  );
};

/** The frame of both billing screens: what an organization has, once it is known which one and what. */
export const BillingPage = ({ api, organization, picker, heading, back, renderContent }: BillingPageProps) => (
  <section className={styles.screen} aria-labelledby="billing-heading">
    {back}
    <header className={styles.header}>
      <h1 id="billing-heading" className={styles.heading}>
        {heading}
      </h1>
      {organization && picker}
    </header>
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
    {organization && <Content key={organization.id} organizationId={organization.id} {...{ api, renderContent }} />}
  </section>
);
