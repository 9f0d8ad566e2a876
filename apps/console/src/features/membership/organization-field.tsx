import type { ApiClient } from '@portico/api-client';
import { findOrganizations } from './membership.queries.ts';
import { OrganizationPicker, type FindOrganizations } from './organization-picker.tsx';
import * as styles from './organization-picker.css.ts';
import type { OneOrganization } from './use-one-organization.ts';

export type OrganizationFieldProps = OneOrganization & { api: ApiClient; isAdmin: boolean };

const among =
  (own: OneOrganization['own']): FindOrganizations =>
  async (search) =>
    own.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));

const amongAll =
  (api: ApiClient): FindOrganizations =>
  async (search, signal) =>
    (await findOrganizations(api)(search, signal)).map(({ id, text }) => ({ id, name: text }));

/** The organization that it is about; to be chosen where there is more than one. */
export const OrganizationField = ({ api, isAdmin, organization, own }: OrganizationFieldProps) =>
  isAdmin || own.length > 1 ? (
    <OrganizationPicker organization={organization ?? null} find={isAdmin ? amongAll(api) : among(own)} />
  ) : (
    <span className={styles.only}>{organization?.name}</span>
  );
