import type { Account } from './account.ts';
import { missing } from './fault.ts';
import { newestFirst } from './list.ts';
import type { Customer } from './objects.ts';

/** @throws StripeFault if the customer does not exist or was deleted. */
export const customerOf = (account: Account, id: string, param = 'customer'): Customer => {
  const customer = account.customers.get(id);
  if (!customer || customer.deleted) throw missing('customer', id, param);
  return customer;
};

/** Returns the row with this id. @throws StripeFault if the row does not exist. */
export const found = <Row>(kind: string, rows: ReadonlyMap<string, Row>, id: string, param = 'id'): Row => {
  const row = rows.get(id);
  if (!row) throw missing(kind, id, param);
  return row;
};

/** Returns a customer's rows, newest first, also for a deleted customer. @throws StripeFault if the customer never existed. */
export const ofCustomer = <Row extends { customer: string }>(
  account: Account,
  rows: ReadonlyMap<string, Row>,
  customer?: string,
): Row[] => {
  if (customer !== undefined && !account.customers.get(customer)?.deleted) customerOf(account, customer);
  return newestFirst(rows.values()).filter((row) => customer === undefined || row.customer === customer);
};
