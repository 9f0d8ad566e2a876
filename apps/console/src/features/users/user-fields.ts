import { USERTYPES, type Usertype } from '@portico/contracts/common/usertypes';
import { UserCreate, type User } from '@portico/contracts/http/identity';
import type { FormValues } from '@portico/ui';
import { z } from 'zod';

export const ZIP_LENGTH = 5;

/** A user as a form holds it: the contract's, with a zip code that is typed as text and sent as a number. */
export const UserFields = UserCreate.extend({
  zipCode: z
    .string()
    .trim()
    .regex(/^\d*$/, 'Zip code should be a number')
    .max(ZIP_LENGTH)
    .transform((zip) => (zip === '' ? null : Number(zip))),
});
export type UserFields = z.infer<typeof UserFields>;

const NOBODY: FormValues<typeof UserFields> = {
  name: '',
  email: '',
  // A new user gets more than the lowest role only on purpose.
  usertype: 'LEAD',
  phone: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: '',
  country: null,
  description: null,
  categories: null,
};

/** What a form begins with; its leading zeros come back to a zip code. */
export const fieldsOf = (user: User | undefined): FormValues<typeof UserFields> =>
  user ? { ...user, zipCode: user.zipCode === null ? '' : String(user.zipCode).padStart(ZIP_LENGTH, '0') } : NOBODY;

/** The types that a user of this type may give to others: nobody but a super admin makes a super admin. */
export const choosableUsertypes = (viewer: Usertype): Usertype[] =>
  USERTYPES.filter((usertype) => usertype !== 'SUPER_ADMIN' || viewer === 'SUPER_ADMIN');
