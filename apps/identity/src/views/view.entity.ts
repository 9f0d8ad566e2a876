import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';
import type { View as ViewRow, ViewSearch } from '@portico/contracts/http/views';

/** Names are unique per user, ignoring case. */
export const UNIQUE_NAME = `create unique index "views_name_unique" on "views" ("user_id", lower("name"))`;

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
        .index(false),
    name: p.text(),
    search: p.json().$type<ViewSearch>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
  uniques: [{ name: 'views_name_unique', expression: UNIQUE_NAME }],
});

/** A named link into the event console. It is deleted with its user. */
export class View extends ViewSchema.class {
  toRow(): ViewRow {
    const { id, name, search } = this;
    return { id, name, search, createdAt: this.createdAt.toISOString() };
  }
}
ViewSchema.setClass(View);
