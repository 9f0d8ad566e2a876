import { Body, Controller, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import type { Page } from '@portico/contracts/common/page';
import {
  listPublishers,
  namePublisher,
  type Publisher,
  PublisherName,
  PublisherParams,
  removePublisher,
} from '@portico/contracts/http/integration-publishers';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { PublishersService } from './publishers.service.ts';

@Controller()
export class PublishersController {
  constructor(private readonly publishers: PublishersService) {}

  @Serve(listPublishers)
  list(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Page<Publisher>> {
    return this.publishers.list(caller, id);
  }

  @Serve(namePublisher)
  name(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: PublisherName }) { email }: PublisherName,
  ): Promise<Publisher> {
    return this.publishers.name(caller, id, email);
  }

  @Serve(removePublisher)
  remove(
    @CurrentCaller() caller: Caller,
    @Param({ schema: PublisherParams }) { id, publisherId }: PublisherParams,
  ): Promise<void> {
    return this.publishers.remove(caller, id, publisherId);
  }
}
