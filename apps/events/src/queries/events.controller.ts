import { Controller, Inject, Query } from '@nestjs/common';
import { type EventList, listEvents, ListEventsQuery } from '@portico/contracts/http/events';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { EventsService } from './events.service.ts';

@Controller()
export class EventsController {
  constructor(@Inject(EventsService) private readonly events: EventsService) {}

  @Serve(listEvents)
  list(
    @Query({ schema: ListEventsQuery }) query: ListEventsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<EventList> {
    return this.events.list(query, caller);
  }
}
