import { defineEntity, p } from '@mikro-orm/core';
import type { SharedWith, ViewSearch } from '@portico/contracts/http/views';
import { User } from '../user-row/user.entity.ts';

/** Unique indexes on names, ignoring case: per user, per organization, and among the staff's views. */
export const UNIQUE_NAMES = {
  views_own_name_unique: `create unique index "views_own_name_unique" on "views" ("user_id", lower("name"))
    where "organization_id" is null and not "for_staff"`,
  views_organization_name_unique: `create unique index "views_organization_name_unique"
    on "views" ("organization_id", lower("name")) where "organization_id" is not null`,
  views_staff_name_unique: `create unique index "views_staff_name_unique" on "views" (lower("name")) where "for_staff"`,
} as const;

const ViewSchema = defineEntity({
  name: 'View',
  tableName: 'views',
  properties: {
    id: p.integer().primary().autoincrement(),
    userId: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName('user_id')
        .deleteRule('cascade')
        .foreignKeyName('views_user_id_foreign')
        .index(false)
        .nullable(),
    name: p.text(),
    search: p.json().$type<ViewSearch>(),
    organizationId: p.integer().nullable(),
    forStaff: p.boolean().default(false),
    /** Since when the responsible person of a shared view lacks the right to share it; null while the person has the right. */
    needsOwnerSince: p.datetime(3).nullable(),
    /** Version of the published state that says whether the view needs a new owner; 0 if it never needed one. */
    handoverVersion: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
  uniques: Object.entries(UNIQUE_NAMES).map(([name, expression]) => ({ name, expression })),
});

/**
 * A named link into the event console. The user who saved the view, or took it over, is responsible for it. A private view is deleted
 * with that user; a shared view waits for a new owner.
 */
export class View extends ViewSchema.class {
  get sharedWith(): SharedWith {
    return this.forStaff ? 'staff' : (this.organizationId ?? null);
  }

  set sharedWith(to: SharedWith) {
    this.forStaff = to === 'staff';
    this.organizationId = to === 'staff' ? null : to;
  }
}
ViewSchema.setClass(View);
