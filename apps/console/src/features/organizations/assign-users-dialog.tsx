import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorText } from '@portico/api-client';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import type { AssignedUsers } from '@portico/contracts/http/orgs';
import { Alert, Button, Dialog, FormActions, ScrollArea, Skeleton, Stack, Switch } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { RowButton } from '../../shared/lists/row-button.tsx';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { tellSuccess } from '../../shared/messages/toasts.ts';
import { assignmentOf, endsManagement, isEdited, withEdits, type AssignedUser, type Edits } from './assignment.ts';
import { AvailableList } from './available-list.tsx';
import * as styles from './assign-users-dialog.css.ts';
import { organizationQuery, useOrganizationMutations } from './organizations.queries.ts';

type AssignedListProps = {
  users: readonly AssignedUser[];
  approvalFlow: boolean;
  onApprove: (user: AssignedUser, approved: boolean) => void;
  onRemove: (user: AssignedUser) => void;
};

const AssignedList = ({ users, approvalFlow, onApprove, onRemove }: AssignedListProps) => (
  <Stack as="section" gap={2}>
    <h3 className={styles.heading}>Assigned Users:</h3>
    <div className={styles.assigned}>
      <ScrollArea label="Assigned Users" maxHeight="100%">
        {users.length === 0 ? (
          <p className={styles.empty}>No one is assigned.</p>
        ) : (
          <ul>
            {users.map((user) => (
              <li key={user.id} aria-label={user.email} className={styles.user}>
                <span className={styles.email}>{user.email}</span>
                {approvalFlow && (
                  <span className={styles.approved}>
                    <Switch
                      label="Approved:"
                      value={user.approved}
                      onChange={(approved) => onApprove(user, approved)}
                    />
                  </span>
                )}
                <RowButton text="Remove" target={user.email} onPress={() => onRemove(user)} />
              </li>
            ))}
          </ul>
        )}
      </ScrollArea>
    </div>
  </Stack>
);

type AssignUsersDialogProps = {
  approvalFlow: boolean;
  organization: OrganizationSummary;
  onClose: () => void;
};

const Conflict = ({ error, onReload, isLoading }: { error: ApiError; onReload: () => void; isLoading: boolean }) => (
  <Alert variant="warning">
    {errorText(error)}
    <ul className={styles.changes}>
      {error.problem.faults?.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
    <Button variant="secondary" size="sm" onPress={onReload} isLoading={isLoading}>
      Reload
    </Button>
  </Alert>
);

const Waiting = () => (
  <div aria-busy>
    <Stack>
      <Skeleton width="8rem" />
      <Skeleton height="9rem" />
      <Skeleton width="8rem" />
      <Skeleton height="13rem" />
    </Stack>
  </div>
);

type EditorProps = AssignUsersDialogProps & { saved: AssignedUsers; reload: () => Promise<unknown> };

/** Stores unsaved decisions separately from the saved list, so that the decisions survive a reload of the list. */
const useAssignment = ({ organization, saved, reload, onClose }: EditorProps) => {
  const { assign } = useOrganizationMutations();
  const [edits, setEdits] = useState<Edits>(new Map());
  const [isReloading, setIsReloading] = useState(false);
  const decide = (id: number, user: AssignedUser | null) => setEdits((before) => new Map(before).set(id, user));
  const conflict = assign.error instanceof ApiError && assign.error.code === 'conflict' ? assign.error : null;
  return {
    users: withEdits(saved, edits),
    removals: [...edits.values()].filter((user) => user === null).length,
    isChanged: isEdited(saved, edits),
    endsManagement: endsManagement(saved, edits),
    isSaving: assign.isPending,
    isReloading,
    conflict,
    decide,
    reload: async () => {
      setIsReloading(true);
      await reload();
      setIsReloading(false);
      assign.reset();
    },
    save: async () => {
      try {
        await withToasts(
          assign.mutateAsync(assignmentOf(organization.id, saved, edits)),
          () => tellSuccess('usersAssigned', organization.name),
          'organizationUpdate',
        );
        onClose();
      } catch {
        // `withToasts` has shown the error. The dialog stays open with the unsaved decisions.
      }
    },
  };
};

const Editor = (props: EditorProps) => {
  const { approvalFlow, onClose } = props;
  const { users, conflict, decide, ...assignment } = useAssignment(props);
  const assigned = new Set(users.map(({ id }) => id));
  return (
    <Stack gap={5}>
      {conflict && (
        <Conflict error={conflict} onReload={() => void assignment.reload()} isLoading={assignment.isReloading} />
      )}
      <AssignedList
        users={users}
        approvalFlow={approvalFlow}
        onApprove={(user, approved) => decide(user.id, { ...user, approved })}
        onRemove={({ id }) => decide(id, null)}
      />
      <AvailableList
        removals={assignment.removals}
        isAssigned={(id) => assigned.has(id)}
        onAssign={({ id, email, name }) => decide(id, { id, email, name, approved: !approvalFlow })}
      />
      {assignment.endsManagement && (
        <Alert variant="warning">
          The organization will have no manager. Then only administrators can approve requests, invite people and pay.
          Make another member a manager under Roles.
        </Alert>
      )}
      <FormActions onCancel={onClose}>
        <Button
          onPress={() => void assignment.save()}
          isLoading={assignment.isSaving}
          isDisabled={!assignment.isChanged || conflict !== null}
        >
          Save changes
        </Button>
      </FormActions>
    </Stack>
  );
};

/** Edits the users of an organization. Saving sends the whole list at once. */
export const AssignUsersDialog = (props: AssignUsersDialogProps) => {
  const api = useApi();
  const { organization, onClose } = props;
  const query = useQuery(organizationQuery(api, organization.id));
  const content = () => {
    if (query.data) return <Editor {...props} saved={query.data} reload={query.refetch} />;
    if (!query.isError) return <Waiting />;
    return <LoadFailure isInside title="The users could not be loaded" query={query} />;
  };
  return (
    <Dialog title={`Assign users to ${organization.name}`} onClose={onClose}>
      {content()}
    </Dialog>
  );
};
