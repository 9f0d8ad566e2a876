/** A person of the one-machine stack. `key` is the account's name in scripts. `role` is shown on the login page. */
export type DemoAccount = {
  key: 'lead' | 'vendor' | 'client' | 'admin' | 'superadmin';
  email: string;
  name: string;
  role: string;
};

/** The password is public, because the login page shows it and only this machine can reach the provider. */
export const DEMO_PASSWORD = 'portico-demo';

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { key: 'admin', email: 'admin@portico.test', name: 'Ada Admin', role: 'Admin' },
  { key: 'client', email: 'client@portico.test', name: 'Cleo Client', role: 'Client' },
  { key: 'superadmin', email: 'superadmin@portico.test', name: 'Sam Superadmin', role: 'Super admin' },
  { key: 'vendor', email: 'vendor@portico.test', name: 'Vera Vendor', role: 'Vendor' },
  { key: 'lead', email: 'lead@portico.test', name: 'Leo Lead', role: 'Lead' },
];

export const findDemoAccount = (keyOrEmail: string): DemoAccount | undefined => {
  const wanted = keyOrEmail.trim().toLowerCase();
  return DEMO_ACCOUNTS.find(({ key, email }) => key === wanted || email === wanted);
};
