import { Body, Controller, Headers, Inject, Param, Query } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import {
  getRefusedEvent,
  listRefusedEvents,
  ListRefusedQuery,
  type RefusedEvent,
  type RefusedEventContent,
  RefusedParams,
  type RefusedSummary,
  republishEvent,
  type Republished,
  RepublishRequest,
  summarizeRefusedEvents,
  validateEvent,
  type Validation,
} from '@portico/contracts/http/rejected-events';
import { AllowAdmins, type Caller, CallerGone, CurrentCaller, Serve } from '@portico/service';
import { Admission } from '../table/admission/admission.ts';
import { PublicationService } from './publication.service.ts';
import { RefusalsService } from './rejected.service.ts';

@Controller()
export class RefusalsController {
  constructor(
    @Inject(Admission) private readonly admission: Admission,
    @Inject(RefusalsService) private readonly refusals: RefusalsService,
    @Inject(PublicationService) private readonly publications: PublicationService,
  ) {}

  @Serve(listRefusedEvents)
  @AllowAdmins()
  list(
    @Query({ schema: ListRefusedQuery }) query: ListRefusedQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<Page<RefusedEvent>> {
    return this.admission.run('list', caller, gone, () => this.refusals.list(query));
  }

  @Serve(summarizeRefusedEvents)
  @AllowAdmins()
  async summary(@CurrentCaller() caller: Caller, @CallerGone() gone: AbortSignal): Promise<{ data: RefusedSummary[] }> {
    return { data: await this.admission.run('analysis', caller, gone, () => this.refusals.summary()) };
  }

  @Serve(getRefusedEvent)
  @AllowAdmins()
  get(
    @Param({ schema: RefusedParams }) { id }: RefusedParams,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<RefusedEventContent> {
    return this.admission.run('list', caller, gone, () => this.refusals.get(id));
  }

  @Serve(republishEvent)
  @AllowAdmins()
  async republish(
    @Param({ schema: RefusedParams }) { id }: RefusedParams,
    @Body({ schema: RepublishRequest }) { value }: RepublishRequest,
  ): Promise<Republished> {
    const { event_id } = await this.refusals.get(id);
    const published = await this.publications.publish(value, event_id);
    await this.refusals.untilListed(published.event_id);
    return published;
  }

  /** The headers of a CloudEvent in binary mode are HTTP's here: `ce-id` for Kafka's `ce_id`. */
  @Serve(validateEvent)
  validate(
    @Body() value: unknown,
    @Headers() headers: Record<string, string>,
    @CurrentCaller() caller: Caller,
  ): Validation {
    const asKafka = Object.entries(headers).map(([name, text]) => [name.replace(/^ce-/, 'ce_'), text]);
    return this.publications.validate(
      Buffer.isBuffer(value) ? value : Buffer.alloc(0),
      Object.fromEntries(asKafka),
      caller,
    );
  }
}
