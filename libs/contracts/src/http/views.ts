import { z } from 'zod/mini';
import { Storable } from '../common/fields.ts';
import { Id, IdParams } from '../common/ids.ts';
import { page } from '../common/page.ts';
import { endpoint } from './endpoint.ts';

/** Most views that one user keeps. */
export const MAX_VIEWS = 50;
/** Most parameters of a view, and the longest name and value of one. */
const MAX_PARAMETERS = 20;
const MAX_PARAMETER_NAME = 40;
const MAX_PARAMETER_VALUE = 1_000;

const Name = Storable.check(z.trim(), z.minLength(1, 'Name should not be empty'), z.maxLength(100));

/** The search parameters of a screen's URL: a view is a link with a name. */
export const ViewSearch = z
  .record(
    Storable.check(z.minLength(1), z.maxLength(MAX_PARAMETER_NAME)),
    Storable.check(z.maxLength(MAX_PARAMETER_VALUE)),
  )
  .check(
    z.refine(
      (search) => Object.keys(search).length <= MAX_PARAMETERS,
      `Search should have at most ${MAX_PARAMETERS} parameters`,
    ),
  );
export type ViewSearch = z.infer<typeof ViewSearch>;

/** A view of the event console that its user has saved. Nobody else sees it. */
export const View = z.object({
  id: Id,
  name: z.string(),
  search: z.record(z.string(), z.string()),
  createdAt: z.string(),
});
export type View = z.infer<typeof View>;

/** A user's views have different names, whatever their case. */
export const ViewCreate = z.object({ name: Name, search: ViewSearch });
export type ViewCreate = z.infer<typeof ViewCreate>;
export const ViewUpdate = z.partial(ViewCreate);
export type ViewUpdate = z.infer<typeof ViewUpdate>;

export const listViews = endpoint({
  method: 'GET',
  path: '/views',
  summary: "One's own saved views, by name",
  response: page(View),
});
export const createView = endpoint({
  method: 'POST',
  path: '/views',
  summary: `Save a view, at most ${MAX_VIEWS} a user`,
  body: ViewCreate,
  created: true,
  response: View,
});
export const updateView = endpoint({
  method: 'PATCH',
  path: '/views/{id}',
  summary: 'Change a saved view; absent fields stay',
  params: IdParams,
  body: ViewUpdate,
  response: View,
});
export const deleteView = endpoint({
  method: 'DELETE',
  path: '/views/{id}',
  summary: 'Delete a saved view',
  params: IdParams,
  response: z.void(),
});
