import { useRouteContext } from '@tanstack/react-router';
import { OrganizationField } from '../../../features/own-organizations/organization-field.tsx';
import { useOneOrganization } from '../../../features/own-organizations/use-one-organization.ts';

/** Whose billing is shown, and the way to another one. */
export const useBilling = () => {
  const { api } = useRouteContext({ from: '/_portal' });
  const one = useOneOrganization(api, true);
  return { api, organization: one.organization, picker: <OrganizationField api={api} isAdmin {...one} /> };
};
