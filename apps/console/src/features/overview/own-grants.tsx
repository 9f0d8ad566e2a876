import { PackageOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { EmptyState } from '@portico/ui';
import { EntitlementList } from '../../shared/purchases/entitlement-list.tsx';
import { ManageProduct } from '../../shared/purchases/manage-product.tsx';
import { ProductList } from '../../shared/purchases/product-list.tsx';
import * as styles from './own-grants.css.ts';

const hasAny = ({ organizationProducts, organizationEntitlements }: OrganizationDetail): boolean =>
  organizationProducts.length + organizationEntitlements.length > 0;

/** One organization's products and entitlements, side by side. */
const Grants = ({ organization, mayManage }: { organization: OrganizationDetail; mayManage: boolean }) => {
  const { id, name, customerId, organizationProducts: products, organizationEntitlements: entitlements } = organization;
  return (
    <section className={styles.organization} aria-labelledby={`grants-${id}`}>
      <h2 id={`grants-${id}`} className={styles.heading}>
        {name}
      </h2>
      <div className={styles.columns}>
        {products.length > 0 && (
          <div className={styles.part}>
            <h3 className={styles.title}>Products</h3>
            <ProductList
              label={`Products of ${name}`}
              products={products}
              {...(mayManage &&
                customerId !== null && {
                  renderAction: ({ product }) => <ManageProduct customerId={customerId} product={product.name} />,
                })}
            />
          </div>
        )}
        {entitlements.length > 0 && (
          <div className={styles.part}>
            <h3 className={styles.title}>Entitlements</h3>
            <EntitlementList label={`Entitlements of ${name}`} organizationId={id} entitlements={entitlements} />
          </div>
        )}
      </div>
    </section>
  );
};

export type OwnGrantsProps = {
  organizations: readonly OrganizationDetail[];
  /** Whether the viewer may manage purchases. */
  mayManage: boolean;
  /** Actions if there is nothing. */
  children?: ReactNode;
};

/** Products and entitlements of each of the viewer's organizations with any. */
export const OwnGrants = ({ organizations, mayManage, children }: OwnGrantsProps) => {
  if (organizations.length === 0) return null;
  const having = organizations.filter(hasAny);
  if (having.length > 0) return having.map((one) => <Grants key={one.id} organization={one} mayManage={mayManage} />);
  return (
    <EmptyState isFramed level={2} icon={PackageOpen} title="No products yet" text="What you buy appears here.">
      {children}
    </EmptyState>
  );
};
