import { Building2, ChevronsUpDown } from 'lucide-react';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { Icon, PopoverButton } from '@portico/ui';
import { chevron, chooser, chosen } from '@portico/ui/styles';
import { fold } from '@portico/contracts/common/fold';
import type { ApiClient } from '@portico/api-client';
import { useApi } from '../../api/use-api.ts';
import { findOrganizations } from '../../shared/lists/find-organizations.ts';
import * as styles from './organization-field.css.ts';
import { type FindOrganizations, OrganizationChoices as Choices } from './organization-choices.tsx';
import type { OneOrganization } from './use-one-organization.ts';
import { chooseOrganization } from './chosen-organization.ts';

type OrganizationPickerProps = { organization: OrganizationSummary | null; find: FindOrganizations };

/** Says which organization it is about, and lets the viewer choose another one. */
const OrganizationPicker = ({ organization, find }: OrganizationPickerProps) => {
  const name = organization?.name ?? 'Choose an organization';
  return (
    <PopoverButton
      label="Organization"
      aria-label={organization ? `Organization ${name}` : name}
      className={chooser}
      renderPanel={(close) => (
        <Choices
          current={organization?.id}
          find={find}
          onChoose={(next) => {
            chooseOrganization(next);
            close();
          }}
        />
      )}
    >
      <Icon of={Building2} />
      <span className={chosen}>{name}</span>
      <span className={chevron}>
        <Icon of={ChevronsUpDown} size="sm" />
      </span>
    </PopoverButton>
  );
};

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
