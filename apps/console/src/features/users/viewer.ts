import type { User } from '@portico/contracts/http/identity';

/** The viewer of the users screen: only the fields that decide the viewer's rights. */
export type Viewer = Pick<User, 'id' | 'usertype'>;
