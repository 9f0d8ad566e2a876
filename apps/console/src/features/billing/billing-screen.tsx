import { PackageOpen, Gauge } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrganizationDetail, OrganizationEntitlement } from '@portico/contracts/http/orgs';
import { counted, EmptyState, Icon } from '@portico/ui';
import { ManageProduct } from '../../shared/purchases/manage-product.tsx';
import { ProductList } from '../../shared/purchases/product-list.tsx';
import { BillingPage, type BillingPageProps, type BillingScreenProps } from './billing-page.tsx';
import * as styles from './billing.css.ts';

const textOf = (entitlements: readonly OrganizationEntitlement[]): string => {
  const { length } = entitlements.filter((row) => row.active);
  return `${counted(length, 'entitlement')} active.`;
};

type EntitlementSummaryProps = {
  entitlements: readonly OrganizationEntitlement[];
  children: ReactNode;
};

const EntitlementSummary = ({ entitlements, children }: EntitlementSummaryProps) => (
  <section className={styles.part} aria-labelledby="billing-entitlements">
    <h2 id="billing-entitlements" className={styles.partHeading}>
      Entitlements
    </h2>
    <div className={styles.summary}>
      <span className={styles.picture}>
        <Icon of={Gauge} size="lg" />
      </span>
      <p className={styles.summaryText}>{textOf(entitlements)}</p>
      {children}
    </div>
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
      <section className={styles.part} aria-labelledby="billing-products">
        <div className={styles.partHead}>
          <h2 id="billing-products" className={styles.partHeading}>
            Products
          </h2>
          {customerId !== null && <p className={styles.customer}>Stripe customer {customerId}</p>}
        </div>
        <ProductList
          label={`Products of ${name}`}
          products={products}
          renderAction={({ product }) => <ManageProduct customerId={customerId} product={product.name} />}
        />
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
