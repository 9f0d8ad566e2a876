import type { User } from '@portico/contracts/http/identity';

/** Who looks at users: what of the signed-in user decides what they may do. */
export type Viewer = Pick<User, 'id' | 'usertype'>;
