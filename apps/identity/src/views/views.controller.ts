import { Body, Controller, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import type { Page } from '@portico/contracts/common/page';
import {
  createView,
  deleteView,
  listViews,
  updateView,
  type View,
  ViewCreate,
  ViewUpdate,
} from '@portico/contracts/http/views';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { ViewsService } from './views.service.ts';

@Controller()
export class ViewsController {
  constructor(private readonly views: ViewsService) {}

  @Serve(listViews)
  list(@CurrentCaller() caller: Caller): Promise<Page<View>> {
    return this.views.list(caller);
  }

  @Serve(createView)
  create(@CurrentCaller() caller: Caller, @Body({ schema: ViewCreate }) body: ViewCreate): Promise<View> {
    return this.views.create(caller, body);
  }

  @Serve(updateView)
  update(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: ViewUpdate }) body: ViewUpdate,
  ): Promise<View> {
    return this.views.update(caller, id, body);
  }

  @Serve(deleteView)
  delete(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    return this.views.delete(caller, id);
  }
}
