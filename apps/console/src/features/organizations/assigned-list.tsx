import { Button, ScrollArea, Switch } from '@portico/ui';
import * as styles from './assign-users-dialog.css.ts';
import type { AssignedUser } from './assignment.ts';

export type AssignedListProps = {
  users: readonly AssignedUser[];
  approvalFlow: boolean;
  onApprove: (user: AssignedUser, approved: boolean) => void;
  onRemove: (user: AssignedUser) => void;
};

/** Who is assigned, as it would be saved. */
export const AssignedList = ({ users, approvalFlow, onApprove, onRemove }: AssignedListProps) => (
  <section className={styles.section}>
    <h3 className={styles.heading}>Assigned Users:</h3>
    <div className={styles.assigned}>
      <ScrollArea label="Assigned Users" maxHeight="100%">
        {users.length === 0 ? (
          <p className={styles.nobody}>Nobody is assigned.</p>
        ) : (
          <ul className={styles.list}>
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
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Remove ${user.email}`}
                  onPress={() => onRemove(user)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ScrollArea>
    </div>
  </section>
);
