import { defineEntity, p } from '@mikro-orm/core';

const ViewAccessSchema = defineEntity({
  name: 'ViewAccess',
  tableName: 'view_access',
  properties: {
    organizationId: p.integer().primary().autoincrement(false),
    until: p.datetime(3).index('view_access_until_index'),
    allowedBy: p.integer(),
  },
});

/** A manager's permission for administrators to view the organization. The viewing user's membership ends with the row. */
export class ViewAccess extends ViewAccessSchema.class {}
ViewAccessSchema.setClass(ViewAccess);
