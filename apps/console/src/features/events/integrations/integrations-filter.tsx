import { Filter, PanelFilter } from '@portico/ui';
import { IntegrationSearch } from './integration-search.tsx';

export type IntegrationsFilterProps = {
  names: readonly string[];
  /** False when there are more names than these, which the server finds. */
  areComplete: boolean;
  value: string | null;
  onChange: (name: string | null) => void;
};

/** Narrows the list to the integrations of one name. */
export const IntegrationsFilter = ({ names, areComplete, value, onChange }: IntegrationsFilterProps) =>
  areComplete ? (
    <Filter label="Integrations" options={names} value={value} onChange={onChange} />
  ) : (
    <PanelFilter
      label="Integrations"
      value={value}
      renderPanel={(close) => (
        <IntegrationSearch
          value={value}
          onChange={(name) => {
            onChange(name);
            close();
          }}
        />
      )}
    />
  );
