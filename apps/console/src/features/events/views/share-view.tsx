import { useState } from 'react';
import type { SharedWith, View } from '@portico/contracts/http/views';
import { Combobox, Select } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { ActionDialog } from '../../../shared/messages/action-dialog.tsx';
import { findOrganizations } from '../../../shared/lists/find-organizations.ts';
import { useManaged } from '../use-managed.ts';
import { useViewChanges } from './use-view-changes.ts';
import * as styles from './views.css.ts';

const ME = 'me';
const STAFF = 'staff';
const ANY = 'any';
const NOT_SHARED = { value: ME, text: 'Only you' };

const choiceOf = ({ sharedWith }: View, isAdmin: boolean): string => {
  if (sharedWith === null) return ME;
  if (sharedWith === 'staff') return STAFF;
  return isAdmin ? ANY : String(sharedWith);
};

type ShareViewProps = { isAdmin: boolean; view: View; onClose: () => void };

/** Shares a view with an organization that the viewer manages. An administrator can share a view with the staff or any organization. */
export const ShareView = ({ isAdmin, view, onClose }: ShareViewProps) => {
  const api = useApi();
  const { change } = useViewChanges();
  const managed = useManaged();
  const [choice, setChoice] = useState(choiceOf(view, isAdmin));
  const initial = typeof view.sharedWith === 'number' ? view.sharedWith : null;
  const [organization, setOrganization] = useState(initial);
  const options = [
    NOT_SHARED,
    ...(isAdmin
      ? [
          { value: STAFF, text: 'Staff' },
          { value: ANY, text: 'An organization' },
        ]
      : (managed.data ?? []).map((one) => ({ value: String(one.organization.id), text: one.organization.name }))),
  ];
  const chosen = (): SharedWith | undefined => {
    if (choice === ME) return null;
    if (choice === STAFF) return 'staff';
    return choice === ANY ? (organization ?? undefined) : Number(choice);
  };
  const sharedWith = chosen();
  const isAlone = !isAdmin && managed.data?.length === 0;
  return (
    <ActionDialog
      title={`Share ${view.name}`}
      action="Save"
      isDisabled={sharedWith === undefined || sharedWith === view.sharedWith}
      change={{ isPending: change.isPending, error: change.error ?? managed.error }}
      onAct={() => change.mutate({ id: view.id, sharedWith }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isAlone && <p>Only managers of an organization can share views with its members. You manage no organization.</p>}
      <Select label="Shared with" options={options} value={choice} onChange={setChoice} />
      {choice === ANY && (
        <Combobox
          label="Organization"
          value={organization}
          onChange={setOrganization}
          chosen={initial === null ? null : { id: initial, text: view.organization ?? '' }}
          load={findOrganizations(api)}
        />
      )}
      <p className={styles.hint}>
        Members see a shared view and cannot change it. Each member decides whether to pin it.
      </p>
    </ActionDialog>
  );
};
