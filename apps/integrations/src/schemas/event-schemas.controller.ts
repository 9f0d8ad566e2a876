import { Body, Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import type { Page } from '@portico/contracts/common/page';
import {
  type EventSchema,
  EventSchemaParams,
  EventSchemaQuery,
  JsonSchema,
  listEventSchemas,
  removeEventSchema,
  removeEventSchemaByPath,
  saveEventSchema,
} from '@portico/contracts/http/event-schemas';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { EventSchemasService } from './event-schemas.service.ts';

@Controller()
export class EventSchemasController {
  constructor(private readonly schemas: EventSchemasService) {}

  @Serve(listEventSchemas)
  list(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Page<EventSchema>> {
    return this.schemas.list(caller, id);
  }

  @Serve(saveEventSchema)
  save(
    @CurrentCaller() caller: Caller,
    @Param({ schema: EventSchemaParams }) { id, event }: EventSchemaParams,
    @Body({ schema: JsonSchema }) schema: JsonSchema,
  ): Promise<EventSchema> {
    return this.schemas.save(caller, id, event, schema);
  }

  @Serve(removeEventSchema)
  remove(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Query({ schema: EventSchemaQuery }) { event }: EventSchemaQuery,
  ): Promise<void> {
    return this.schemas.remove(caller, id, event);
  }

  @Serve(removeEventSchemaByPath)
  removeByPath(
    @CurrentCaller() caller: Caller,
    @Param({ schema: EventSchemaParams }) { id, event }: EventSchemaParams,
  ): Promise<void> {
    return this.schemas.remove(caller, id, event);
  }
}
