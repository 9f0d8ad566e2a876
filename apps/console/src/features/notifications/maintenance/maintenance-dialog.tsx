import { useState } from 'react';
import type { Maintenance } from '@portico/contracts/http/maintenance';
import { Combobox, Select, TextField } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { ActionDialog } from '../../../shared/messages/action-dialog.tsx';
import { findOrganizations } from '../../../shared/lists/find-organizations.ts';
import { useMaintenanceMutations } from '../../../shared/maintenance/maintenance.queries.ts';
import type { OwnerChoice } from '../../../shared/notices/owners.ts';
import * as form from '../../../shared/notices/rule-form.css.ts';
import { findIntegrations } from '../rules/filter-fields.tsx';
import { createOf, draftOf, type MaintenanceDraft, newDraft } from './maintenance-draft.ts';
import { coveredText } from './maintenance-words.ts';
import { TimesFields } from './times-fields.tsx';

const SCOPES = [
  { value: 'integration', text: 'One integration' },
  { value: 'organization', text: 'All integrations of an organization' },
  { value: 'product', text: 'All integrations of all organizations' },
] as const;

type MaintenanceDialogProps = {
  isAdmin: boolean;
  owners: readonly OwnerChoice[];
  /** The maintenance window to edit; null to create one. */
  window: Maintenance | null;
  onClose: () => void;
};

export const MaintenanceDialog = ({ isAdmin, owners, window, onClose }: MaintenanceDialogProps) => {
  const api = useApi();
  const { create, replace } = useMaintenanceMutations();
  const [draft, setDraft] = useState<MaintenanceDraft>(() => (window === null ? newDraft() : draftOf(window)));
  const change = (next: Partial<MaintenanceDraft>) => setDraft((before) => ({ ...before, ...next }));
  const body = createOf(draft);
  const managed = owners.flatMap(({ organizationId, text }) =>
    organizationId === null ? [] : [{ value: String(organizationId), text }],
  );
  const save = () => {
    if (body === null) return;
    if (window === null) create.mutate(body, { onSuccess: onClose });
    else replace.mutate({ id: window.id, window: { reason: body.reason, when: body.when } }, { onSuccess: onClose });
  };
  return (
    <ActionDialog
      title={window === null ? 'Plan maintenance' : `Maintenance of ${coveredText(window)}`}
      action={window === null ? 'Plan maintenance' : 'Save'}
      change={window === null ? create : replace}
      isDisabled={body === null}
      onAct={save}
      onClose={onClose}
    >
      <p className={form.note}>
        During maintenance, Portico records failures and silence but sends no notices. Afterwards it sends one summary
        and a notice of each open failure.
      </p>
      {window === null && (
        <Select
          label="What"
          options={SCOPES.filter(({ value }) => isAdmin || value !== 'product')}
          value={draft.scope}
          onChange={(scope) => change({ scope })}
        />
      )}
      {window === null && draft.scope === 'integration' && (
        <Combobox
          label="Integration"
          isRequired
          value={draft.integrationId}
          load={findIntegrations(api, isAdmin)}
          onChange={(integrationId) => change({ integrationId })}
        />
      )}
      {window === null && draft.scope === 'organization' && isAdmin && (
        <Combobox
          label="Organization"
          isRequired
          value={draft.organizationId}
          load={findOrganizations(api)}
          onChange={(organizationId) => change({ organizationId })}
        />
      )}
      {window === null && draft.scope === 'organization' && !isAdmin && (
        <Select
          label="Organization"
          options={managed}
          value={draft.organizationId === null ? null : String(draft.organizationId)}
          onChange={(organizationId) => change({ organizationId: Number(organizationId) })}
        />
      )}
      <TimesFields draft={draft} isOn={window?.state === 'current'} onChange={change} />
      <TextField
        label="Reason"
        isRequired
        maxLength={500}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
      />
    </ActionDialog>
  );
};
