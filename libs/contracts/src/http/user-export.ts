import { z } from 'zod/mini';
import { IdParams } from '../common/ids.ts';
import { endpoint } from './endpoint.ts';

/** A person's stored rows without secrets, by table. */
export const PersonTables = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
export type PersonTables = z.infer<typeof PersonTables>;

/** A person's stored rows by service. */
export const UserExport = z.record(z.string(), PersonTables);
export type UserExport = z.infer<typeof UserExport>;

export const exportUser = endpoint({
  method: 'GET',
  path: '/users/{id}/export',
  audit: { action: 'user.export' },
  summary: 'Export the data that each service stores about a person; for that person and administrators',
  params: IdParams,
  response: UserExport,
});
