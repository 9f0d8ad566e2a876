import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import type { User } from '@portico/contracts/http/identity';
import { createFakeUsers, userNumbered } from './fake-users.ts';
import type { Answer } from './fake-network.ts';
import { renderConsole } from './render-console.tsx';

type UsersOptions = { path?: string; usertype?: Usertype; users?: User[]; api?: Record<string, Answer> };

export const people = (count: number) => Array.from({ length: count }, (_, index) => userNumbered(index + 20));
const elsewhere = { 'GET /users/organizations': () => ({ data: [], count: 0 }), 'GET /billable-products': () => [] };

export const renderUsers = ({
  path = '/admin/users',
  usertype = 'ADMIN',
  users = people(12),
  api = {},
}: UsersOptions = {}) => {
  const fake = createFakeUsers(users);
  const { sent } = fake;
  return { ...renderConsole({ path, usertype, api: { ...elsewhere, ...fake.api, ...api } }), sent };
};
const table = () => screen.getByRole('table', { name: 'Users' });
export const names = () =>
  within(table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
export const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));
export const openUser = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return dialogNamed(`Edit user ${name}`);
};
type Scope = Pick<typeof screen, 'getByRole'>;
export const box = (scope: Scope, name: string) => scope.getByRole<HTMLInputElement>('textbox', { name });
export const retype = async (scope: Scope, name: string, text: string) => {
  await userEvent.clear(box(scope, name));
  await userEvent.type(box(scope, name), text);
};
export const toastWith = (text: string) => screen.findByText(text);
