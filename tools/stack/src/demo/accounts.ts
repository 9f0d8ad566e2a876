import type { ApiClient } from '@portico/api-client';
import type { Usertype } from '@portico/contracts/common/roles';
import { createUser, listUsers, updateUser } from '@portico/contracts/http/identity';
import { DEMO_ACCOUNTS, type DemoAccount } from '../demo-accounts.ts';

const USERTYPES: Record<DemoAccount['key'], Usertype> = {
  lead: 'LEAD',
  vendor: 'VENDOR',
  client: 'CLIENT',
  admin: 'ADMIN',
  superadmin: 'SUPER_ADMIN',
};

/** Creates or updates the user of every demo account with its role, as the super admin. Idempotent. */
export const seedAccounts = async (superAdmin: ApiClient): Promise<void> => {
  for (const { key, email, name } of DEMO_ACCOUNTS) {
    const usertype = USERTYPES[key];
    const { data } = await superAdmin.call(listUsers, { query: { search: email, limit: 10 } });
    const user = data.find((one) => one.email === email);
    if (!user) await superAdmin.call(createUser, { body: { name, email, usertype } });
    else if (user.usertype !== usertype || user.name !== name)
      await superAdmin.call(updateUser, { params: { id: user.id }, body: { name, usertype } });
  }
};
