import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { buttonClass, Icon } from '@portico/ui';
import { OrganizationField } from '../../../features/own-organizations/organization-field.tsx';
import { useOneOrganization } from '../../../features/own-organizations/use-one-organization.ts';
import * as styles from './-billing.css.ts';

export const useBilling = () => {
  const one = useOneOrganization(true);
  return { organization: one.organization, picker: <OrganizationField isAdmin {...one} /> };
};

export const toBilling = (
  <Link to="/billing" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} ${styles.back}`}>
    <Icon of={ArrowLeft} />
    Back
  </Link>
);
