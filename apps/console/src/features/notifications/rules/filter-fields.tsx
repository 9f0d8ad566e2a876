import type { ApiClient } from '@portico/api-client';
import { fold } from '@portico/contracts/common/fold';
import { listConnected } from '@portico/contracts/http/connect';
import { listIntegrations } from '@portico/contracts/http/integrations';
import { SEVERITIES } from '@portico/contracts/events/choices';
import { Combobox, Note, Select, TextField } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { findOrganizations } from '../../../shared/lists/find-organizations.ts';
import { isOfEvents, isOfUsage, type RuleDraft } from './rule-draft.ts';
import * as styles from '../notifications.css.ts';

type FilterFieldsProps = {
  isAdmin: boolean;
  /** Hides the choice of an organization, because an organization's rule always applies to that organization. */
  isOrganizationFixed: boolean;
  organizations: readonly { id: number; name: string }[];
  draft: RuleDraft;
  onChange: (change: Partial<RuleDraft>) => void;
};

const ANY = 'any';
const MAX_FOUND = 10;

/** Searches integrations by name. Non-admins find only integrations that they publish for or whose organization they manage. */
export const findIntegrations = (api: ApiClient, isAdmin: boolean) => async (search: string, signal: AbortSignal) => {
  if (isAdmin) {
    const { data } = await api.call(listIntegrations, { query: { search, limit: MAX_FOUND, offset: 0 }, signal });
    return data.map(({ id, name }) => ({ id, text: name }));
  }
  const { data } = await api.call(listConnected, { signal });
  return data
    .filter(({ name }) => fold(name).includes(fold(search)))
    .slice(0, MAX_FOUND)
    .map(({ id, name }) => ({ id, text: name }));
};

const itemOf = (id: number | null, text: string | null) => (id === null ? null : { id, text: text ?? String(id) });

/** Edits the filter of a rule. An empty filter matches all visible events. A field that affects no selected kind is hidden. */
export const FilterFields = (props: FilterFieldsProps) => {
  const api = useApi();
  const { isAdmin, isOrganizationFixed, organizations, draft, onChange } = props;
  const { filter, names } = draft;
  if (!isOfEvents(draft.on) && (isOrganizationFixed || !isOfUsage(draft.on))) return null;
  const findOrganization = async (search: string, signal: AbortSignal) =>
    isAdmin
      ? findOrganizations(api)(search, signal)
      : organizations
          .filter(({ name }) => fold(name).includes(fold(search)))
          .map(({ id, name }) => ({ id, text: name }));
  /** Names of search results by id, for the sentence that describes the rule. */
  const known = new Map<number, string>();
  const noting =
    (find: typeof findOrganization): typeof findOrganization =>
    async (search, signal) => {
      const found = await find(search, signal);
      for (const { id, text } of found) known.set(id, text);
      return found;
    };
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.subheading}>Limit to</legend>
      {!isOrganizationFixed && (
        <Combobox
          label="Organization"
          placeholder="Any"
          value={filter.organizationId}
          chosen={itemOf(filter.organizationId, names.organization)}
          load={noting(findOrganization)}
          onChange={(organizationId) =>
            onChange({
              filter: { ...filter, organizationId },
              names: { ...names, organization: organizationId === null ? null : (known.get(organizationId) ?? null) },
            })
          }
        />
      )}
      {isOfEvents(draft.on) && (
        <>
          <Combobox
            label="Integration"
            placeholder="Any"
            value={filter.integrationId}
            chosen={itemOf(filter.integrationId, names.integration)}
            load={noting(findIntegrations(api, isAdmin))}
            onChange={(integrationId) =>
              onChange({
                filter: { ...filter, integrationId },
                names: { ...names, integration: integrationId === null ? null : (known.get(integrationId) ?? null) },
              })
            }
          />
          <div className={styles.pair}>
            <TextField
              label="Event"
              placeholder="Any"
              maxLength={128}
              value={filter.eventName}
              onChange={(eventName) => onChange({ filter: { ...filter, eventName: eventName || null } })}
            />
            <Select
              label="Severity"
              options={[
                { value: ANY, text: 'Any' },
                ...SEVERITIES.map((severity) => ({ value: severity, text: `${severity} or worse` })),
              ]}
              value={filter.severity ?? ANY}
              onChange={(severity) =>
                onChange({ filter: { ...filter, severity: SEVERITIES.find((known) => known === severity) ?? null } })
              }
            />
          </div>
        </>
      )}
      {isOfEvents(draft.on) && isOfUsage(draft.on) && (
        <Note>Integration, event and severity apply to failures and silence, not to usage.</Note>
      )}
    </fieldset>
  );
};
