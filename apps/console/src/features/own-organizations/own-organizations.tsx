import { useSyncExternalStore, type ReactNode } from 'react';
import type { OrganizationSummary, OwnMembership } from '@portico/contracts/http/memberships';
import { Button, Switch } from '@portico/ui';
import * as styles from './organization-settings.css.ts';
import { onSelection, selectedOrganizations, selectOrganizations } from './selected-organizations.ts';

export type OwnOrganizationsProps = {
  memberships: readonly OwnMembership[];
  onUnassign: (organizationId: number) => void;
  onInvite: (organization: OrganizationSummary) => void;
  /** The way to what an organization pays, of those that pay something. */
  renderBilling: (organization: OrganizationSummary) => ReactNode;
  /** The way to the members of one that the viewer manages. */
  renderMembers: (organization: OrganizationSummary) => ReactNode;
};

/** The viewer's organizations: which of them are shown, and how to leave one. */
export const OwnOrganizations = (props: OwnOrganizationsProps) => {
  const { memberships, onUnassign, onInvite, renderBilling, renderMembers } = props;
  const selected = useSyncExternalStore(onSelection, selectedOrganizations);
  const show = (id: number, isShown: boolean) =>
    selectOrganizations([...selected.filter((other) => other !== id), ...(isShown ? [id] : [])]);
  return (
    <ul className={styles.list} aria-label="Your organizations">
      {memberships.map(({ organization: { id, name }, approved, role, hasBilling = false }) => (
        <li key={id} className={styles.row}>
          <div className={styles.name}>
            <Switch
              label={name}
              value={approved && selected.includes(id)}
              onChange={(isShown) => show(id, isShown)}
              isDisabled={!approved}
            />
          </div>
          {!approved && <span className={styles.pending}>Pending approval</span>}
          {hasBilling && renderBilling({ id, name })}
          {approved && role === 'manager' && renderMembers({ id, name })}
          {approved && role === 'manager' && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Invite people to ${name}`}
              onPress={() => onInvite({ id, name })}
            >
              Invite
            </Button>
          )}
          <Button variant="secondary" size="sm" aria-label={`Unassign ${name}`} onPress={() => onUnassign(id)}>
            Unassign
          </Button>
        </li>
      ))}
    </ul>
  );
};
