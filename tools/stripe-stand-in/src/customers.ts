import { z } from 'zod';
import type { Account } from './account.ts';
import { customerOf } from './found.ts';
import { listPage, newestFirst } from './list.ts';
import { newId, now, type Customer } from './objects.ts';
import { Expand, ExpandOnly, ListParameters, Metadata } from './parameters.ts';
import { route, type Route } from './route.ts';
import { cancel } from './subscribing.ts';

const CustomerCreate = z.strictObject({
  name: z.string().max(256).optional(),
  email: z.string().max(512).optional(),
  description: z.string().optional(),
  metadata: Metadata,
  expand: Expand,
});

const deletedCustomer = ({ id }: Customer): object => ({ id, object: 'customer', deleted: true });

const deleteCustomer = (account: Account, customer: Customer): object => {
  for (const subscription of account.subscriptions.values())
    if (subscription.customer === customer.id && subscription.status !== 'canceled') cancel(account, subscription);
  customer.deleted = true;
  account.emit('customer.deleted', customer);
  return deletedCustomer(customer);
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
      invoice_settings: { default_payment_method: null },
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
      const customers = newestFirst(account.customers.values()).filter(
        (one) => !one.deleted && (!email || one.email === email),
      );
      return listPage(customers, '/v1/customers', paging);
    },
  ),
  route('GET', '/v1/customers/{id}', ExpandOnly, (_, id) => {
    const customer = account.customers.get(id);
    return customer?.deleted ? deletedCustomer(customer) : customerOf(account, id, 'id');
  }),
  route('POST', '/v1/customers/{id}', ExpandOnly.extend({ metadata: Metadata }), ({ metadata }, id) => {
    const customer = customerOf(account, id, 'id');
    Object.assign(customer.metadata, metadata);
    account.emit('customer.updated', customer);
    return customer;
  }),
  route('DELETE', '/v1/customers/{id}', ExpandOnly, (_, id) => deleteCustomer(account, customerOf(account, id, 'id'))),
];
