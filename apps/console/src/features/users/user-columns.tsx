import type { User } from '@portico/contracts/http/identity';
import { Button, type Column } from '@portico/ui';
import { rowActions } from '@portico/ui/styles';
import { createdColumn } from '../../shared/lists/created-column.tsx';
import * as styles from './users-screen.css.ts';
import { usertypeText } from './usertype-text.ts';

/** @param deletion of the users that the viewer may delete; undefined for one whom they may not */
export const userColumns = (deletion: (user: User) => (() => void) | undefined): readonly Column<User>[] => [
  { id: 'name', header: 'Name', inCard: 'title', cell: (user) => user.name },
  { id: 'email', header: 'Email', inCard: 'line', cell: (user) => user.email },
  {
    id: 'usertype',
    header: 'User type',
    inCard: 'titleEnd',
    cell: ({ usertype }) => (
      <span className={styles.usertype} data-usertype={usertype}>
        {usertypeText(usertype)}
      </span>
    ),
  },
  createdColumn(),
  {
    id: 'actions',
    header: 'Actions',
    inCard: 'lineEnd',
    cell: (user) => {
      const onDelete = deletion(user);
      return onDelete ? (
        <span className={rowActions}>
          <Button variant="ghost" size="sm" aria-label={`Delete ${user.name}`} onPress={onDelete}>
            Delete
          </Button>
        </span>
      ) : (
        <span className={styles.own}>You</span>
      );
    },
  },
];
