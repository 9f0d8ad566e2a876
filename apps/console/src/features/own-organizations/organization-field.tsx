import { fold } from '@portico/contracts/common/fold';
import type { ApiClient } from '@portico/api-client';
import { useApi } from '../../api/use-api.ts';
import { findOrganizations } from '../../shared/lists/find-organizations.ts';
import * as styles from './organization-field.css.ts';
import type { FindOrganizations } from './organization-choices.tsx';
import type { OneOrganization } from './use-one-organization.ts';
import { OrganizationPicker } from './organization-picker.tsx';

export type OrganizationFieldProps = Omit<OneOrganization, 'isNoManager'> & { isAdmin: boolean };

const among =
  (own: OneOrganization['own']): FindOrganizations =>
  async (search) =>
    own.filter(({ name }) => fold(name).includes(fold(search)));

const amongAll =
  (api: ApiClient): FindOrganizations =>
  async (search, signal) =>
    (await findOrganizations(api)(search, signal)).map(({ id, text }) => ({ id, name: text }));

/** The organization that it is about; to be chosen where there is more than one. */
export const OrganizationField = ({ isAdmin, organization, own }: OrganizationFieldProps) => {
  const api = useApi();
  return isAdmin || own.length > 1 ? (
    <OrganizationPicker organization={organization ?? null} find={isAdmin ? amongAll(api) : among(own)} />
  ) : (
    <span className={styles.only}>{organization?.name}</span>
  );
};
