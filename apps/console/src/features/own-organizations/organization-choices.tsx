import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@portico/api-client';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { Icon, SearchBox } from '@portico/ui';
import * as styles from './organization-choices.css.ts';

/** Organizations whose name has `search` in it, a handful. */
export type FindOrganizations = (search: string, signal: AbortSignal) => Promise<readonly OrganizationSummary[]>;

export type OrganizationChoicesProps = {
  current: number | undefined;
  find: FindOrganizations;
  onChoose: (organization: OrganizationSummary) => void;
};

/** The open panel: a search, and what it finds. */
export const OrganizationChoices = ({ current, find, onChoose }: OrganizationChoicesProps) => {
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
