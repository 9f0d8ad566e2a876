import { USERTYPES, type Usertype } from '@portico/contracts/common/roles';
import { UserCreate, type User } from '@portico/contracts/http/identity';
import type { FormValues } from '@portico/ui';
import { z } from 'zod/mini';
import { toZipText, ZipText } from '../../shared/forms/zip-code.ts';

/** The contract's schema, with a zip code as text. */
export const UserFields = z.extend(UserCreate, { zipCode: ZipText });
export type UserFields = z.infer<typeof UserFields>;

const NEW_USER: FormValues<typeof UserFields> = {
  name: '',
  email: '',
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

export const fieldsOf = (user: User | undefined): FormValues<typeof UserFields> =>
  user ? { ...user, zipCode: toZipText(user.zipCode) } : NEW_USER;

/** The user types that a viewer may assign. Only super admins may create super admins. */
export const choosableUsertypes = (viewer: Usertype): Usertype[] =>
  USERTYPES.filter((usertype) => usertype !== 'SUPER_ADMIN' || viewer === 'SUPER_ADMIN');
