import { Body, Controller, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { type EventFacets, eventFacets } from '@portico/contracts/http/event-facets';
import {
  type EventIntegrations,
  EventIntegrationsQuery,
  listEventIntegrations,
} from '@portico/contracts/http/event-integrations';
import { type EventMinutes, eventMinutes, MinutesQuery } from '@portico/contracts/http/event-minutes';
import { type EventUsage, eventUsage, UsageRequest } from '@portico/contracts/http/event-usage';
import { type EventOpenings, OpenedEvent, openEvent } from '@portico/contracts/http/event-openings';
import { getTrace, TraceParams } from '@portico/contracts/http/event-traces';
import {
  EventFilter,
  type EventHistogram,
  eventHistogram,
  HistogramQuery,
  listEvents,
  ListEventsQuery,
} from '@portico/contracts/http/events';
import { EXPORT_HEADERS, exportEvents, ExportQuery, MAX_EXPORT_ROWS } from '@portico/contracts/http/event-export';
import {
  PrivacyTrial,
  type PrivacyTrialResult,
  revealEvent,
  RevealRequest,
  tryPrivacy,
} from '@portico/contracts/http/privacy';
import { type Caller, CallerGone, CurrentCaller, jsonText, Serve } from '@portico/service';
import type { ServerResponse } from 'node:http';
import { Admission } from '../table/admission/admission.ts';
import { EventsService } from './events.service.ts';
import { ExportService } from './export.service.ts';
import { FacetsService } from './facets.service.ts';
import { HistogramService } from './histogram.service.ts';
import { IntegrationsService } from './integrations.service.ts';
import { MinutesService } from './minutes.service.ts';
import { OpeningsService } from './openings.service.ts';
import { PrivacyService } from './privacy.service.ts';
import { UsageService } from './usage.service.ts';

@Controller()
export class EventsController {
  constructor(
    private readonly admission: Admission,
    private readonly events: EventsService,
    private readonly facetsOf: FacetsService,
    private readonly overTime: HistogramService,
    private readonly byMinute: MinutesService,
    private readonly used: UsageService,
    private readonly files: ExportService,
    private readonly named: IntegrationsService,
    private readonly privacy: PrivacyService,
    private readonly openings: OpeningsService,
  ) {}

  @Serve(listEvents)
  list(
    @Query({ schema: ListEventsQuery }) query: ListEventsQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    return this.admission.run('list', caller, gone, () => this.events.list(query, caller)).then(jsonText);
  }

  @Serve(listEventIntegrations)
  integrations(
    @Query({ schema: EventIntegrationsQuery }) query: EventIntegrationsQuery,
    @CurrentCaller() caller: Caller,
  ): EventIntegrations {
    return this.named.find(query, caller);
  }

  @Serve(eventFacets)
  facets(
    @Query({ schema: EventFilter }) filter: EventFilter,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<EventFacets> {
    return this.admission.run('analysis', caller, gone, () => this.facetsOf.facets(filter, caller));
  }

  @Serve(eventHistogram)
  histogram(
    @Query({ schema: HistogramQuery }) query: HistogramQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<EventHistogram> {
    return this.admission.run('analysis', caller, gone, () => this.overTime.histogram(query, caller));
  }

  @Serve(eventUsage)
  usage(
    @Body({ schema: UsageRequest }) request: UsageRequest,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<EventUsage> {
    return this.admission.run('analysis', caller, gone, () => this.used.usage(request, caller));
  }

  @Serve(eventMinutes)
  minutes(
    @Query({ schema: MinutesQuery }) query: MinutesQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<EventMinutes> {
    return this.admission.run('analysis', caller, gone, () => this.byMinute.minutes(query, caller));
  }

  @Serve(getTrace)
  trace(
    @Param({ schema: TraceParams }) { trace_id }: TraceParams,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    return this.admission.run('analysis', caller, gone, () => this.events.trace(trace_id, caller)).then(jsonText);
  }

  @Serve(openEvent)
  open(
    @Query({ schema: OpenedEvent }) opened: OpenedEvent,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<EventOpenings> {
    return this.admission.run('list', caller, gone, () => this.openings.open(opened, caller));
  }

  @Serve(tryPrivacy)
  tryPrivacy(
    @Body({ schema: PrivacyTrial }) trial: PrivacyTrial,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<PrivacyTrialResult> {
    return this.admission.run('analysis', caller, gone, () => this.privacy.try(trial, caller));
  }

  @Serve(revealEvent)
  reveal(
    @Body({ schema: RevealRequest }) request: RevealRequest,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    return this.admission.run('list', caller, gone, () => this.privacy.reveal(request, caller)).then(jsonText);
  }

  @Serve(exportEvents)
  async export(
    @Query({ schema: ExportQuery }) query: ExportQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<StreamableFile> {
    const { file, rows } = await this.files.export(query, caller, gone);
    response.setHeader(EXPORT_HEADERS.rows, rows);
    response.setHeader(EXPORT_HEADERS.limit, MAX_EXPORT_ROWS);
    return file;
  }
}
