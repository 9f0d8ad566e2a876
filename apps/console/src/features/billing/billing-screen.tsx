import { PackageOpen, Gauge } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrganizationDetail, OrganizationEntitlement } from '@portico/contracts/http/orgs';
import { counted, EmptyState, Icon, SectionHeader, Stack } from '@portico/ui';
import { medallion } from '@portico/ui/styles';
import { ManageProduct } from '../../shared/purchases/manage-product.tsx';
import { ProductList } from '../../shared/purchases/product-list.tsx';
import { BillingPage, type BillingPageProps, type BillingScreenProps } from './billing-page.tsx';
import * as styles from './billing.css.ts';

type EntitlementSummaryProps = {
  entitlements: readonly OrganizationEntitlement[];
  children: ReactNode;
};

const EntitlementSummary = ({ entitlements, children }: EntitlementSummaryProps) => (
  <section aria-labelledby="billing-entitlements">
    <Stack>
      <SectionHeader id="billing-entitlements" heading="Entitlements" />
      <div className={styles.summary}>
        <span className={medallion}>
          <Icon of={Gauge} size="lg" />
        </span>
        <p className={styles.summaryText}>
          {counted(entitlements.filter(({ active }) => active).length, 'entitlement')} active.
        </p>
        {children}
      </div>
    </Stack>
  </section>
);

type SummaryProps = {
  organization: OrganizationDetail;
  toEntitlements: ReactNode;
  toProducts: ReactNode;
};

const Summary = ({ organization, toEntitlements, toProducts }: SummaryProps) => {
  const { name, customerId, organizationProducts: products, organizationEntitlements: entitlements } = organization;
  if (products.length === 0)
    return (
      <EmptyState
        isFramed
        level={2}
        icon={PackageOpen}
        title="No products yet"
        text={`${name} has not bought anything yet.`}
      >
        {toProducts}
      </EmptyState>
    );
  return (
    <>
      <section aria-labelledby="billing-products">
        <Stack>
          <SectionHeader
            id="billing-products"
            heading="Products"
            tools={customerId !== null && <p className={styles.customer}>Stripe customer {customerId}</p>}
          />
          <ProductList
            label={`Products of ${name}`}
            products={products}
            renderAction={({ product }) => <ManageProduct customerId={customerId} product={product.name} />}
          />
        </Stack>
      </section>
      <EntitlementSummary entitlements={entitlements}>{toEntitlements}</EntitlementSummary>
    </>
  );
};

/** The products and entitlements that an organization has bought, with links to the payment provider. */
export const BillingScreen = ({
  toEntitlements,
  toProducts,
  ...props
}: BillingScreenProps & Pick<BillingPageProps, 'overview'> & Pick<SummaryProps, 'toEntitlements' | 'toProducts'>) => (
  <BillingPage
    {...props}
    heading="Manage Billing"
    renderContent={(organization) => <Summary {...{ organization, toEntitlements, toProducts }} />}
  />
);
