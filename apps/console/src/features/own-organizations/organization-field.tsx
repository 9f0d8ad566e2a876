import * as styles from './organization-field.css.ts';
import { Building2, ChevronsUpDown, Check } from 'lucide-react';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { Icon, PopoverButton, SearchBox } from '@portico/ui';
import { chevron, chooser, chosen } from '@portico/ui/styles';
import { fold } from '@portico/contracts/common/fold';
import { type ApiClient, errorText } from '@portico/api-client';
import { useApi } from '../../api/use-api.ts';
import { findOrganizations } from '../../shared/lists/find-organizations.ts';
import type { OneOrganization } from './use-one-organization.ts';
import { chooseOrganization } from './selected-organizations.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Finds organizations whose name contains `search`. */
type FindOrganizations = (search: string, signal: AbortSignal) => Promise<readonly OrganizationSummary[]>;

type OrganizationChoicesProps = {
  current: number | undefined;
  find: FindOrganizations;
  onChoose: (organization: OrganizationSummary) => void;
};

const OrganizationChoices = ({ current, find, onChoose }: OrganizationChoicesProps) => {
  const [search, setSearch] = useState('');
  const { data, error } = useQuery({
    queryKey: ['organization-choices', search],
    queryFn: ({ signal }) => find(search, signal),
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  return (
    <div className={styles.panel}>
      <SearchBox placeholder="Search organizations..." value={search} onSearch={setSearch} />
      <ul className={styles.list} aria-label="Organizations" aria-busy={data === undefined && !error}>
        {data?.map((organization) => (
          <li key={organization.id}>
            <button
              type="button"
              className={styles.choice}
              aria-current={organization.id === current}
              onClick={() => onChoose(organization)}
            >
              <span className={styles.name}>{organization.name}</span>
              {organization.id === current && <Icon of={Check} />}
            </button>
          </li>
        ))}
      </ul>
      <output className={styles.note}>{error ? errorText(error) : data?.length === 0 && 'No results.'}</output>
    </div>
  );
};

type OrganizationPickerProps = { organization: OrganizationSummary | null; find: FindOrganizations };

const OrganizationPicker = ({ organization, find }: OrganizationPickerProps) => {
  const name = organization?.name ?? 'Choose an organization';
  return (
    <PopoverButton
      label="Organization"
      aria-label={organization ? `Organization ${name}` : name}
      className={chooser}
      renderPanel={(close) => (
        <OrganizationChoices
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

type OrganizationFieldProps = Omit<OneOrganization, 'isNoManager'> & { isAdmin: boolean };

const findOwn =
  (own: OneOrganization['own']): FindOrganizations =>
  async (search) =>
    own.filter(({ name }) => fold(name).includes(fold(search)));

const findAll =
  (api: ApiClient): FindOrganizations =>
  async (search, signal) =>
    (await findOrganizations(api)(search, signal)).map(({ id, text }) => ({ id, name: text }));

/** Shows the current organization. The viewer can select another organization if there are several. */
export const OrganizationField = ({ isAdmin, organization, own }: OrganizationFieldProps) => {
  const api = useApi();
  return isAdmin || own.length > 1 ? (
    <OrganizationPicker organization={organization ?? null} find={isAdmin ? findAll(api) : findOwn(own)} />
  ) : (
    <span className={styles.only}>{organization?.name}</span>
  );
};
