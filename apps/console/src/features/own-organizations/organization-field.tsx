import { fold } from '@portico/contracts/common/fold';
import { Suspense } from 'react';
import type { ApiClient } from '@portico/api-client';
import { lazyPart, Skeleton } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { findOrganizations } from '../../shared/lists/find-organizations.ts';
import * as styles from './organization-field.css.ts';
import type { FindOrganizations } from './organization-choices.tsx';
import type { OneOrganization } from './use-one-organization.ts';

/** Most people have one organization, and nothing to pick. */
const OrganizationPicker = lazyPart(async () => (await import('./organization-picker.tsx')).OrganizationPicker);

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
    <Suspense fallback={<Skeleton width="12rem" height="2.375rem" />}>
      <OrganizationPicker organization={organization ?? null} find={isAdmin ? amongAll(api) : among(own)} />
    </Suspense>
  ) : (
    <span className={styles.only}>{organization?.name}</span>
  );
};
