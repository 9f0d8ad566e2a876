import { z } from 'zod';
import type { Account } from './account.ts';
import { missing } from './fault.ts';
import { listPage, newestFirst } from './list.ts';
import { newId, now } from './objects.ts';
import type { Customer } from './objects.ts';
import { Expand, ListParameters, Metadata } from './parameters.ts';
import { route } from './route.ts';
import type { Route } from './route.ts';

const CustomerCreate = z.strictObject({
  name: z.string().max(256).optional(),
  email: z.string().max(512).optional(),
  description: z.string().optional(),
  metadata: Metadata,
  expand: Expand,
});

/** @throws StripeFault when there is no such customer. */
export const customerOf = (account: Account, id: string, param = 'customer'): Customer => {
  const customer = account.customers.get(id);
  if (!customer) throw missing('customer', id, param);
  return customer;
};

/** https://docs.stripe.com/api/customers */
export const customerRoutes = (account: Account): Route[] => [
  route('POST', '/v1/customers', CustomerCreate, ({ name, email, description, metadata }) => {
    const customer: Customer = {
      id: newId('cus'),
      object: 'customer',
      created: now(),
      description: description ?? null,
      email: email ?? null,
      livemode: false,
      metadata,
      name: name ?? null,
    };
    account.customers.set(customer.id, customer);
    account.emit('customer.created', customer);
    return customer;
  }),
  route(
    'GET',
    '/v1/customers',
    z.strictObject({ ...ListParameters, email: z.string().optional() }),
    ({ email, ...paging }) => {
      const customers = newestFirst(account.customers.values()).filter((one) => !email || one.email === email);
      return listPage(customers, '/v1/customers', paging);
    },
  ),
  route('GET', '/v1/customers/{id}', z.strictObject({ expand: Expand }), (_, id) => customerOf(account, id, 'id')),
];
