import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import {
  type EventSchema as SchemaRow,
  type JsonSchema,
  MAX_EVENT_SCHEMAS,
  MAX_SCHEMA_BYTES,
} from '@portico/contracts/http/event-schemas';
import { type Caller, Problem } from '@portico/service';
import { Access } from '../access/access.ts';
import { EventSchema } from './event-schema.entity.ts';
import { depthFault, schemaFault } from './schema-fault.ts';

/** Schemas of event details, defined by publishers. Each change of a schema locks the integration first. */
@Injectable()
export class EventSchemasService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: Access,
  ) {}

  async list(caller: Caller, integrationId: number): Promise<Page<SchemaRow>> {
    await this.access.require(caller, integrationId);
    const schemas = await this.em.find(EventSchema, { integrationId }, { orderBy: { eventName: 'asc' } });
    return { data: schemas.map((schema) => schema.toRow()), count: schemas.length };
  }

  /**
   * @throws Problem `payload_too_large` beyond {@link MAX_SCHEMA_BYTES}, `validation_failed` with the place of the fault, `conflict`
   * if {@link MAX_EVENT_SCHEMAS} other event names already have a schema.
   */
  save(caller: Caller, integrationId: number, eventName: string, schema: JsonSchema): Promise<SchemaRow> {
    return this.em.transactional(async (em) => {
      await this.access.require(caller, integrationId, em, true);
      const text = textOf(schema);
      const known = await em.findOne(EventSchema, { integrationId, eventName });
      if (!known && (await em.count(EventSchema, { integrationId })) >= MAX_EVENT_SCHEMAS)
        throw new Problem(
          'conflict',
          `The integration already has schemas for ${MAX_EVENT_SCHEMAS} event names. Remove one first.`,
        );
      const change = { schema: text, updatedAt: new Date(), updatedBy: caller.email };
      const saved = known ? em.assign(known, change) : em.create(EventSchema, { integrationId, eventName, ...change });
      await em.persist(saved).flush();
      return saved.toRow();
    });
  }

  async remove(caller: Caller, integrationId: number, eventName: string): Promise<void> {
    await this.em.transactional(async (em) => {
      await this.access.require(caller, integrationId, em, true);
      if ((await em.nativeDelete(EventSchema, { integrationId, eventName })) === 0)
        throw Problem.notFound('The schema');
    });
  }
}

const textOf = (schema: JsonSchema): string => {
  const tooDeep = depthFault(schema);
  if (tooDeep) throw new Problem('validation_failed', tooDeep.message, [tooDeep]);
  const text = JSON.stringify(schema);
  if (Buffer.byteLength(text) > MAX_SCHEMA_BYTES)
    throw new Problem('payload_too_large', `A schema should be at most ${MAX_SCHEMA_BYTES / 1024} KiB`);
  const fault = schemaFault(schema);
  if (fault) throw new Problem('validation_failed', fault.message, [fault]);
  return text;
};
