import { Package } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrganizationProduct } from '@portico/contracts/http/orgs';
import { Badge, Icon, List, ListRow, Note } from '@portico/ui';
import * as styles from './grants.css.ts';

const isPending = (url: string | null): url is null | '' => url === null || url === '';

/** Only web addresses become links. */
const Instance = ({ url }: { url: string | null }) => {
  if (isPending(url))
    return (
      <span className={styles.subtle}>
        Instance <span>pending...</span>
      </span>
    );
  if (!/^https?:\/\//i.test(url)) return <span>{url}</span>;
  return (
    <a href={url} className={styles.address} target="_blank" rel="noreferrer">
      {url}
    </a>
  );
};

type ProductListProps = {
  label: string;
  products: readonly OrganizationProduct[];
  renderAction?: (product: OrganizationProduct) => ReactNode;
};

export const ProductList = ({ label, products, renderAction }: ProductListProps) => (
  <>
    <List label={label}>
      {products.map((row) => (
        <ListRow key={row.id}>
          <div className={styles.product} {...(!row.active && { 'data-inactive': true })}>
            <span className={styles.picture}>
              <Icon of={Package} size="lg" />
            </span>
            <div className={styles.text}>
              <p className={styles.title}>
                <span className={styles.name}>{row.product.name}</span>
                <Badge tone={row.active ? 'success' : 'neutral'}>{row.active ? 'active' : 'inactive'}</Badge>
              </p>
              <p className={styles.detail}>
                <span>{row.product.type}</span>
                <span aria-hidden>·</span>
                <Instance url={row.instanceUrl} />
              </p>
            </div>
            {renderAction && <div className={styles.end}>{renderAction(row)}</div>}
          </div>
        </ListRow>
      ))}
    </List>
    {products.some(({ active, instanceUrl }) => active && isPending(instanceUrl)) && (
      <Note>Pending: we are setting the instance up. Its address appears here when it is ready.</Note>
    )}
  </>
);
