import * as responsibilities from '@portico/contracts/http/responsibilities';
import * as views from '@portico/contracts/http/views';
import { admins, named, type Row, signedIn } from './row.ts';

/** Rows for views. A view belongs to one user or is shared with an organization. All other users get 404. */
export const VIEWS: readonly Row[] = [
  { endpoint: views.listViews, what: "the user's own views", answers: signedIn(200) },
  {
    endpoint: views.createView,
    what: 'a new view',
    answers: signedIn(201),
    send: () => ({ body: { ...named(), search: {} } }),
  },
  {
    endpoint: views.updateView,
    what: "the user's own view",
    answers: signedIn(200),
    send: async ({ view }, owner) => ({ id: await view(owner), body: named() }),
  },
  {
    endpoint: views.updateView,
    what: "a super admin's view",
    answers: { ...signedIn(404), super_admin: 200 },
    send: async ({ view }) => ({ id: await view(), body: named() }),
  },
  {
    endpoint: views.deleteView,
    what: "the user's own view",
    answers: signedIn(204),
    send: async ({ view }, owner) => ({ id: await view(owner) }),
  },
  {
    endpoint: views.deleteView,
    what: "a super admin's view",
    answers: { ...signedIn(404), super_admin: 204 },
    send: async ({ view }) => ({ id: await view() }),
  },
  {
    endpoint: views.createView,
    what: 'a view for the staff',
    answers: admins(201),
    send: () => ({ body: { ...named(), search: {}, sharedWith: 'staff' } }),
  },
  {
    endpoint: views.createView,
    what: 'a view for another organization',
    answers: admins(201, 404),
    send: async ({ audience }) => ({ body: { ...named(), search: {}, sharedWith: (await audience()).organizationId } }),
  },
  {
    endpoint: views.createView,
    what: "a view for the user's own organization",
    answers: signedIn(201),
    send: async ({ audience }, owner) => ({
      body: { ...named(), search: {}, sharedWith: (await audience(owner)).organizationId },
    }),
  },
  {
    endpoint: views.updateView,
    what: "another organization's view",
    answers: admins(200, 404),
    send: async ({ audience }) => ({ id: (await audience()).view, body: named() }),
  },
  {
    endpoint: views.deleteView,
    what: "another organization's view",
    answers: admins(204, 404),
    send: async ({ audience }) => ({ id: (await audience()).view }),
  },
  {
    endpoint: views.takeOverView,
    what: "another organization's view that has a responsible person",
    answers: { ...admins(409, 404), super_admin: 200 },
    send: async ({ audience }) => ({ id: (await audience()).view }),
  },
  {
    endpoint: responsibilities.listViewResponsibilities,
    what: 'the views of a person that the user may take over',
    answers: signedIn(200),
    send: () => ({ id: 2_000_000_000 }),
  },
  {
    endpoint: views.placeView,
    what: 'a built-in view',
    answers: signedIn(204),
    send: () => ({ id: 'everything', body: { place: 'pinned' } }),
  },
  {
    endpoint: views.placeView,
    what: "a super admin's view",
    answers: { ...signedIn(404), super_admin: 204 },
    send: async ({ view }) => ({ id: await view(), body: { place: 'listed' } }),
  },
  {
    endpoint: views.placeView,
    what: "another organization's view",
    answers: admins(204, 404),
    send: async ({ audience }) => ({ id: (await audience()).view, body: { place: 'listed' } }),
  },
];
