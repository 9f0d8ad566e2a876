import { defineEntity, p } from '@mikro-orm/core';
import { BUILT_IN_VIEWS, VIEW_PLACES } from '@portico/contracts/http/views';
import { User } from '../user-row/user.entity.ts';
import { View } from './view.entity.ts';

const ViewPlaceSchema = defineEntity({
  name: 'ViewPlace',
  tableName: 'view_places',
  properties: {
    id: p.integer().primary().autoincrement(),
    userId: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName('user_id')
        .deleteRule('cascade')
        .foreignKeyName('view_places_user_id_foreign')
        .index(false),
    viewId: () =>
      p
        .manyToOne(View)
        .mapToPk()
        .fieldName('view_id')
        .deleteRule('cascade')
        .foreignKeyName('view_places_view_id_foreign')
        .index(false)
        .nullable(),
    builtIn: p.enum(BUILT_IN_VIEWS).nullable(),
    place: p.enum(VIEW_PLACES),
  },
  checks: [{ name: 'view_places_one', expression: 'num_nonnulls("view_id", "built_in") = 1' }],
  // This index finds the places of a deleted view.
  indexes: [{ name: 'view_places_view_index', properties: ['viewId'] }],
  uniques: [
    { name: 'view_places_view_unique', properties: ['userId', 'viewId'] },
    { name: 'view_places_built_in_unique', properties: ['userId', 'builtIn'] },
  ],
});

/** Where a user sees a saved or built-in view: pinned, listed or hidden. The row is deleted with the view or the user. */
export class ViewPlace extends ViewPlaceSchema.class {}
ViewPlaceSchema.setClass(ViewPlace);
