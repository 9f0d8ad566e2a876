import { Body, Controller, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import {
  createView,
  deleteView,
  listViews,
  placeView,
  takeOverView,
  updateView,
  type View,
  ViewCreate,
  ViewParams,
  ViewPlacement,
  type Views,
  ViewUpdate,
} from '@portico/contracts/http/views';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { ViewPlaces } from './view-places.ts';
import { ViewsService } from './views.service.ts';

@Controller()
export class ViewsController {
  constructor(
    private readonly views: ViewsService,
    private readonly places: ViewPlaces,
  ) {}

  @Serve(listViews)
  list(@CurrentCaller() caller: Caller): Promise<Views> {
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

  @Serve(takeOverView)
  takeOver(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<View> {
    return this.views.takeOver(caller, id);
  }

  @Serve(placeView)
  place(
    @CurrentCaller() caller: Caller,
    @Param({ schema: ViewParams }) view: ViewParams,
    @Body({ schema: ViewPlacement }) { place }: ViewPlacement,
  ): Promise<void> {
    return this.places.put(caller, view, place);
  }
}
