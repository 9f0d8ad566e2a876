import { useState } from 'react';
import { Button, Filter, PanelFilter, Segments } from '@portico/ui';
import type { EpisodesSearch } from './episodes-search.ts';
import { type Choice, integrationChoicesQuery, organizationChoicesQuery } from './narrowing.queries.ts';
import * as styles from './episodes.css.ts';
import { ChoiceSearch } from './choice-search.tsx';

export type NarrowingProps = {
  search: EpisodesSearch;
  onNarrow: (change: EpisodesSearch) => void;
  isAdmin: boolean;
  /** Customers assign nothing. */
  isPlain: boolean;
  /** What members choose from, who have few; and names of what an address says. */
  organizations: readonly Choice[];
  integrations: readonly Choice[];
};

const STATES = [
  { id: 'live', text: 'Now' },
  { id: 'over', text: 'Over' },
] as const;

type OneOfProps = Pick<NarrowingProps, 'isAdmin'> & {
  label: string;
  plural: string;
  choices: readonly Choice[];
  query: typeof integrationChoicesQuery;
  value: number | undefined;
  onChange: (id: number | undefined) => void;
};

/** One of a kind: administrators, who have many, search them. */
const OneOf = ({ isAdmin, label, plural, choices, query, value, onChange }: OneOfProps) => {
  const [picked, setPicked] = useState<Choice>();
  const known = [picked, ...choices].find((choice) => choice !== undefined && choice.id === value);
  const text = value === undefined ? null : (known?.text ?? `${label} ${value}`);
  if (!isAdmin)
    return (
      <Filter
        label={label}
        options={choices.map((choice) => choice.text)}
        value={text}
        onChange={(next) => onChange(choices.find((choice) => choice.text === next)?.id)}
      />
    );
  return (
    <PanelFilter
      label={label}
      value={text}
      renderPanel={(close) => (
        <ChoiceSearch
          {...{ query, value }}
          label={plural}
          onChange={(choice) => {
            setPicked(choice);
            onChange(choice?.id);
            close();
          }}
        />
      )}
    />
  );
};

/** Which episodes are listed. */
export const Narrowing = ({ search, onNarrow, isAdmin, isPlain, organizations, integrations }: NarrowingProps) => (
  <div className={styles.toolbar}>
    <div className={styles.first}>
      <Segments
        label="Which episodes"
        options={STATES}
        value={search.state ?? 'live'}
        onChange={(state) => onNarrow({ state: state === 'over' ? 'over' : undefined })}
      />
      {!isPlain && (
        <Button
          variant={search.assignee === 'me' ? 'primary' : 'secondary'}
          aria-pressed={search.assignee === 'me'}
          onPress={() => onNarrow({ assignee: search.assignee === 'me' ? undefined : 'me' })}
        >
          Assigned to me
        </Button>
      )}
    </div>
    {(isAdmin || organizations.length > 1) && (
      <OneOf
        isAdmin={isAdmin}
        label="Organization"
        plural="Organizations"
        choices={organizations}
        query={organizationChoicesQuery}
        value={search.organization}
        onChange={(organization) => onNarrow({ organization })}
      />
    )}
    {(isAdmin || integrations.length > 1 || search.integration !== undefined) && (
      <OneOf
        isAdmin={isAdmin}
        label="Integration"
        plural="Integrations"
        choices={integrations}
        query={integrationChoicesQuery}
        value={search.integration}
        onChange={(integration) => onNarrow({ integration })}
      />
    )}
  </div>
);
