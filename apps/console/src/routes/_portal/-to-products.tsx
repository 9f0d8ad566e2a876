import { Link } from '@tanstack/react-router';
import { buttonClass } from '@portico/ui';

export const toProducts = (
  <Link to="/products" className={buttonClass({ variant: 'secondary' })}>
    See the products
  </Link>
);
