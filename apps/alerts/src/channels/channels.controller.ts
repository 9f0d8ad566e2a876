import { Body, Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { OwnerQuery } from '@portico/contracts/common/owners';
import type { Page } from '@portico/contracts/common/page';
import {
  type Channel,
  ChannelCreate,
  ChannelToken,
  ChannelUpdate,
  ChannelVerify,
  type CreatedChannel,
  createChannel,
  deleteChannel,
  getChannel,
  listChannels,
  rotateChannelSecret,
  SecretRotate,
  takeOverChannel,
  updateChannel,
  type VerifiedChannel,
  verifyChannel,
  verifyChannelByLink,
} from '@portico/contracts/http/channels';
import { type Caller, CurrentCaller, Public, Serve } from '@portico/service';
import { ChannelsService } from './channels.service.ts';
import { VerificationService } from './verification.service.ts';

@Controller()
export class ChannelsController {
  constructor(
    private readonly channels: ChannelsService,
    private readonly verification: VerificationService,
  ) {}

  @Serve(listChannels)
  list(@CurrentCaller() caller: Caller, @Query({ schema: OwnerQuery }) query: OwnerQuery): Promise<Page<Channel>> {
    return this.channels.list(caller, query);
  }

  @Serve(getChannel)
  get(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Channel> {
    return this.channels.get(caller, id);
  }

  @Serve(createChannel)
  create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: ChannelCreate }) body: ChannelCreate,
  ): Promise<CreatedChannel> {
    return this.channels.create(caller, body);
  }

  @Public()
  @Serve(verifyChannelByLink)
  verifyByLink(@Body({ schema: ChannelToken }) { token }: ChannelToken): Promise<VerifiedChannel> {
    return this.verification.byLink(token);
  }

  @Serve(updateChannel)
  update(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: ChannelUpdate }) body: ChannelUpdate,
  ): Promise<Channel> {
    return this.channels.update(caller, id, body);
  }

  @Serve(takeOverChannel)
  takeOver(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Channel> {
    return this.channels.takeOver(caller, id);
  }

  @Serve(deleteChannel)
  delete(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    return this.channels.delete(caller, id);
  }

  @Serve(verifyChannel)
  verify(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: ChannelVerify }) body: ChannelVerify,
  ): Promise<Channel> {
    return this.channels.verify(caller, id, body);
  }

  @Serve(rotateChannelSecret)
  rotate(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: SecretRotate }) body: SecretRotate,
  ): Promise<CreatedChannel> {
    return this.channels.rotate(caller, id, body);
  }
}
