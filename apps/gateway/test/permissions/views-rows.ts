import * as views from '@portico/contracts/http/views';
import { named, type Row, signedIn } from './row.ts';

/** Views belong to one user; another's does not exist. */
export const VIEWS: readonly Row[] = [
  { endpoint: views.listViews, what: "one's own", answers: signedIn(200) },
  {
    endpoint: views.createView,
    what: 'a new one',
    answers: signedIn(201),
    send: () => ({ body: { ...named(), search: {} } }),
  },
  {
    endpoint: views.updateView,
    what: "one's own",
    answers: signedIn(200),
    send: async ({ view }, owner) => ({ id: await view(owner), body: named() }),
  },
  {
    endpoint: views.updateView,
    what: "a super admin's",
    answers: { ...signedIn(404), super_admin: 200 },
    send: async ({ view }) => ({ id: await view(), body: named() }),
  },
  {
    endpoint: views.deleteView,
    what: "one's own",
    answers: signedIn(204),
    send: async ({ view }, owner) => ({ id: await view(owner) }),
  },
  {
    endpoint: views.deleteView,
    what: "a super admin's",
    answers: { ...signedIn(404), super_admin: 204 },
    send: async ({ view }) => ({ id: await view() }),
  },
];
