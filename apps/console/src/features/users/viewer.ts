import type { User } from '@portico/contracts/http/identity';

/** The viewer of users: the fields that decide their rights. */
export type Viewer = Pick<User, 'id' | 'usertype'>;
