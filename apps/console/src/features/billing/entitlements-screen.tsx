import { Gauge } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { isVoucher } from '@portico/contracts/common/vouchers';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { Button, EmptyState } from '@portico/ui';
import { EntitlementList } from '../../shared/purchases/entitlement-list.tsx';
import { BillingPage, type BillingScreenProps } from './billing-page.tsx';
import { EntitlementDialog } from './entitlement-dialog.tsx';

const Entitlements = ({ organization }: { organization: OrganizationDetail }) => {
  const { id: organizationId, name, organizationEntitlements: entitlements } = organization;
  const [edited, setEdited] = useState<number | null>(null);
  const entitlement = entitlements.find(({ id }) => id === edited);
  if (entitlements.length === 0)
    return (
      <EmptyState isFramed icon={Gauge} title="No entitlements yet" text={`${name} has not bought anything yet.`} />
    );
  return (
    <>
      <EntitlementList
        label={`Entitlements of ${name}`}
        entitlements={entitlements}
        renderAction={(row) =>
          isVoucher(row.entitlement.lookupKey) || !row.active ? null : (
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Edit ${row.entitlement.name}`}
              onPress={() => setEdited(row.id)}
            >
              Edit
            </Button>
          )
        }
      />
      {entitlement && <EntitlementDialog {...{ organizationId, entitlement }} onClose={() => setEdited(null)} />}
    </>
  );
};

/** How much of everything an organization may use; an administrator may change what is active, except for what is bought by the piece. */
export const EntitlementsScreen = (props: BillingScreenProps & { back: ReactNode }) => (
  <BillingPage
    {...props}
    heading="Entitlements"
    renderContent={(organization) => <Entitlements organization={organization} />}
  />
);
