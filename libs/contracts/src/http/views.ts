import { z } from 'zod/mini';
import { Storable, filled } from '../common/fields.ts';
import { Id, IdParams, IdText } from '../common/ids.ts';
import { Responsible } from '../common/owners.ts';
import { page } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { MAX_WHERE_LENGTH } from '../query/limits.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';

/** Maximum views per user. */
export const MAX_VIEWS = 50;
/** Maximum shared views per organization, or for the staff. */
export const MAX_SHARED_VIEWS = 50;
/** Maximum pinned views per user. The limit exists because the server counts the events of each pinned view live. */
export const MAX_PINNED_VIEWS = 8;
/** Maximum parameters of a view. */
const MAX_PARAMETERS = 20;
/** Maximum characters of a parameter's name. */
const MAX_PARAMETER_NAME = 40;
/** Maximum characters of a parameter's value. The longest value is a query. */
const MAX_PARAMETER_VALUE = MAX_WHERE_LENGTH;

const Name = filled(100);

/** The search parameters of a screen's URL: a view is a named link. */
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

/** Read-only views that every user has. The console defines them. */
export const BUILT_IN_VIEWS = ['failures-today', 'late-arrivals', 'by-integration', 'everything'] as const;
export type BuiltInView = (typeof BUILT_IN_VIEWS)[number];

/** Where a user sees a view: pinned in the menu, only in the list, or nowhere. */
export const VIEW_PLACES = ['pinned', 'listed', 'hidden'] as const;
const Place = z.enum(VIEW_PLACES);
export type ViewPlace = z.infer<typeof Place>;

/** Who may see a view: members of the organization with this id, administrators (`staff`), or only its creator (null). */
export const SharedWith = z.nullable(z.union([z.literal('staff'), Id]));
export type SharedWith = z.infer<typeof SharedWith>;

/** A saved view of the event console. */
export const View = z.object({
  id: Id,
  name: z.string(),
  search: z.record(z.string(), z.string()),
  sharedWith: SharedWith,
  /** Name of the organization that the view is shared with. */
  organization: z.nullable(z.string()),
  /** Whether the caller created the view. */
  isOwn: z.boolean(),
  /** True for the creator of an unshared view, and for managers and administrators of a shared view. */
  mayChange: z.boolean(),
  /** The creator, or the person who took the view over; null if the account was deleted. */
  responsible: z.nullable(Responsible),
  /**
   * When the responsible person lost the right to share the view; null while the view is active. Until another person takes the view over,
   * only people who may take it over see it. Portico deletes the view after 7 days.
   */
  needsOwnerSince: z.nullable(z.string()),
  place: Place,
  createdAt: z.string(),
});
export type View = z.infer<typeof View>;

/** `builtIn`: where the caller sees each built-in view. */
export const Views = z.extend(page(View), { builtIn: z.record(z.enum(BUILT_IN_VIEWS), Place) });
export type Views = z.infer<typeof Views>;

/** Names are unique, ignoring case, among a user's own views and among the views of one organization. */
export const ViewCreate = z.object({ name: Name, search: ViewSearch, sharedWith: z._default(SharedWith, null) });
export type ViewCreate = z.infer<typeof ViewCreate>;
export const ViewUpdate = z.partial(z.object({ name: Name, search: ViewSearch, sharedWith: SharedWith }));
export type ViewUpdate = z.infer<typeof ViewUpdate>;

/** The id of a saved view, or the name of a built-in view. */
export const ViewParams = z.object({
  view: z.union([z.enum(BUILT_IN_VIEWS), IdText], { error: should('be the id or the name of a view') }),
});
export type ViewParams = z.infer<typeof ViewParams>;
export const ViewPlacement = z.object({ place: Place });
export type ViewPlacement = z.infer<typeof ViewPlacement>;

export const listViews = endpoint({
  method: 'GET',
  path: '/views',
  audit: READS_SETTINGS,
  summary: "List the caller's views and the views shared with the caller, by name",
  response: Views,
});
export const createView = endpoint({
  method: 'POST',
  path: '/views',
  audit: { action: 'view.create' },
  summary: `Save a view, at most ${MAX_VIEWS} per user; managers of an organization may share it with the members`,
  body: ViewCreate,
  created: true,
  response: View,
});
export const updateView = endpoint({
  method: 'PATCH',
  path: '/views/{id}',
  audit: { action: 'view.update' },
  summary: 'Change or share a view; absent fields stay unchanged',
  params: IdParams,
  body: ViewUpdate,
  response: View,
});
export const deleteView = endpoint({
  method: 'DELETE',
  path: '/views/{id}',
  audit: { action: 'view.delete' },
  summary: 'Delete a view, also for the people whom it is shared with',
  params: IdParams,
  response: z.void(),
});
export const takeOverView = endpoint({
  method: 'POST',
  path: '/views/{id}/take-over',
  audit: { action: 'view.take-over' },
  summary:
    'Become responsible for a shared view that needs a new responsible person; the people it is shared with see it again',
  params: IdParams,
  response: View,
});
export const placeView = endpoint({
  method: 'PUT',
  path: '/views/{view}/place',
  audit: { action: 'view.place', targets: { view: 'view' } },
  summary: `Pin, list or hide a view for the caller; at most ${MAX_PINNED_VIEWS} views are pinned`,
  params: ViewParams,
  body: ViewPlacement,
  response: z.void(),
});
