import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Alert, Columns, EmptyState, formatNumber, SectionHeader, Stack } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { EntitlementList } from '../../../shared/purchases/entitlement-list.tsx';
import { grantsQuery } from '../../../shared/purchases/grants.queries.ts';
import { ManageProduct } from '../../../shared/purchases/manage-product.tsx';
import { ProductList } from '../../../shared/purchases/product-list.tsx';
import { nameOf } from '../../../shared/health/names.ts';
import { isWrong } from '../../../shared/trouble/standing.ts';
import { troubleQuery } from '../../../shared/trouble/trouble.queries.ts';

const Health = ({ id, toEpisodes }: { id: number; toEpisodes: ReactNode }) => {
  const { data } = useQuery(troubleQuery(useApi()));
  if (data === undefined) return null;
  const wrongRows = data.data.filter((row) => row.organizationId === id && isWrong(row));
  if (wrongRows.length === 0 && data.count > data.data.length) return null;
  if (wrongRows.length === 0) return <Alert variant="info">No integration is failing or silent.</Alert>;
  const names = new Intl.ListFormat('en').format(wrongRows.map(nameOf));
  const count = wrongRows.length === 1 ? 'One integration is' : `${formatNumber(wrongRows.length)} integrations are`;
  return (
    <Alert variant="danger" title={`${count} failing or silent`} action={toEpisodes}>
      {names}
    </Alert>
  );
};

type OrganizationOverviewProps = {
  id: number;
  mayManage: boolean;
  toEpisodes: ReactNode;
  toProducts: ReactNode;
};

export const OrganizationOverview = ({ id, mayManage, toEpisodes, toProducts }: OrganizationOverviewProps) => {
  const { data } = useQuery(grantsQuery(useApi(), id));
  if (data === undefined) return null;
  const { name, customerId, organizationProducts: products, organizationEntitlements: entitlements } = data;
  return (
    <Stack gap={5}>
      <Health {...{ id, toEpisodes }} />
      {products.length + entitlements.length === 0 && (
        <EmptyState
          isFramed
          level={2}
          icon={PackageOpen}
          title="No products yet"
          text="Products that you buy appear here."
        >
          {toProducts}
        </EmptyState>
      )}
      <Columns>
        {products.length > 0 && (
          <Stack>
            <SectionHeader heading="Products" />
            <ProductList
              label={`Products of ${name}`}
              products={products}
              {...(mayManage &&
                customerId !== null && {
                  renderAction: ({ product }) => <ManageProduct customerId={customerId} product={product.name} />,
                })}
            />
          </Stack>
        )}
        {entitlements.length > 0 && (
          <Stack>
            <SectionHeader heading="Entitlements" />
            <EntitlementList label={`Entitlements of ${name}`} organizationId={id} entitlements={entitlements} />
          </Stack>
        )}
      </Columns>
    </Stack>
  );
};
