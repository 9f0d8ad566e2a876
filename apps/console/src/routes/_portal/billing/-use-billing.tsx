import { OrganizationField } from '../../../features/own-organizations/organization-field.tsx';
import { useOneOrganization } from '../../../features/own-organizations/use-one-organization.ts';

/** Whose billing is shown, and the way to another one. */
export const useBilling = () => {
  const one = useOneOrganization(true);
  return { organization: one.organization, picker: <OrganizationField isAdmin {...one} /> };
};
