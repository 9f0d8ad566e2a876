import { defineEntity, p } from '@mikro-orm/core';
import { type EventSchema as SchemaRow, JsonSchema } from '@portico/contracts/http/event-schemas';

const EventSchemaSchema = defineEntity({
  name: 'EventSchema',
  tableName: 'integration_event_schemas',
  properties: {
    integrationId: p.integer().primary(),
    eventName: p.text().primary(),
    /** The schema as text, which preserves the order of members and content that PostgreSQL's JSON does not support. */
    schema: p.text(),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
});

export class EventSchema extends EventSchemaSchema.class {
  toRow(): SchemaRow {
    const { eventName, updatedAt, updatedBy } = this;
    const schema = JsonSchema.parse(JSON.parse(this.schema));
    return { event_name: eventName, schema, updatedAt: updatedAt.toISOString(), updatedBy };
  }
}
EventSchemaSchema.setClass(EventSchema);
