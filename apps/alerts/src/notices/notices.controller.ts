import { Body, Controller, Query } from '@nestjs/common';
import {
  listNotices,
  ListNoticesQuery,
  type Notices,
  NoticesRead,
  readNotices,
  type Unread,
} from '@portico/contracts/http/notices';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { InboxService } from './inbox.service.ts';

@Controller()
export class NoticesController {
  constructor(private readonly inbox: InboxService) {}

  @Serve(listNotices)
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: ListNoticesQuery }) query: ListNoticesQuery,
  ): Promise<Notices> {
    return this.inbox.list(caller, query);
  }

  @Serve(readNotices)
  read(@CurrentCaller() caller: Caller, @Body({ schema: NoticesRead }) body: NoticesRead): Promise<Unread> {
    return this.inbox.read(caller, body);
  }
}
