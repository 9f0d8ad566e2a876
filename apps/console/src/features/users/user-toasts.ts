import type { User } from '@portico/contracts/http/identity';
import { toast } from '@portico/ui';

/* Toasts for successful changes of users. The toasts for failed changes are in `toasts.ts`. */

export const tellCreated = ({ name }: User): void => {
  toast('success', 'User created!', `User ${name} created successfully!`);
};
export const tellUpdated = ({ name }: User): void => {
  toast('success', 'User updated!', `User ${name} updated successfully!`);
};
export const tellDeleted = ({ name }: User): void => {
  toast('success', 'User deleted!', `User ${name} deleted successfully!`);
};
export const tellReset = ({ name }: User): void => {
  toast('success', 'Sign-on reset!', `The next sign-in of ${name} links the account again`);
};
