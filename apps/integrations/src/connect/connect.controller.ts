import { Body, Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { type Page, Paging } from '@portico/contracts/common/page';
import {
  changeEpisodes,
  changeTrust,
  type Connect,
  type ConnectedIntegration,
  EpisodesChange,
  getConnect,
  listConnected,
  listOfOrganization,
  type OrganizationIntegration,
  openDoor,
  TrustChange,
} from '@portico/contracts/http/connect';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { ConnectService } from './connect.service.ts';

@Controller()
export class ConnectController {
  constructor(private readonly connect: ConnectService) {}

  @Serve(listConnected)
  list(@CurrentCaller() caller: Caller): Promise<Page<ConnectedIntegration>> {
    return this.connect.list(caller);
  }

  @Serve(listOfOrganization)
  listOfOrganization(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Query({ schema: Paging }) paging: Paging,
  ): Promise<Page<OrganizationIntegration>> {
    return this.connect.listOfOrganization(caller, id, paging);
  }

  @Serve(getConnect)
  get(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Connect> {
    return this.connect.get(caller, id);
  }

  @Serve(changeTrust)
  changeTrust(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: TrustChange }) { trust }: TrustChange,
  ): Promise<Connect> {
    return this.connect.changeTrust(caller, id, trust);
  }

  @Serve(changeEpisodes)
  changeEpisodes(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: EpisodesChange }) change: EpisodesChange,
  ): Promise<EpisodesChange> {
    return this.connect.changeEpisodes(caller, id, change);
  }

  @Serve(openDoor)
  openDoor(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Connect> {
    return this.connect.openDoor(caller, id);
  }
}
