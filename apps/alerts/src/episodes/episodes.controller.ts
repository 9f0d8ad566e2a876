import { Body, Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import type { Page } from '@portico/contracts/common/page';
import { EpisodeSettling, setEpisodeSettling } from '@portico/contracts/http/episode-settling';
import {
  acknowledgeEpisode,
  assignEpisode,
  type Episode,
  EpisodeAssignment,
  type EpisodeDetail,
  type EpisodeKinds,
  EpisodeMute,
  EpisodeNote,
  EpisodesQuery,
  getEpisode,
  getEpisodeKinds,
  listEpisodes,
  muteEpisode,
  noteEpisode,
  releaseEpisode,
} from '@portico/contracts/http/episodes';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { EpisodeChangesService } from './episode-changes.service.ts';
import { EpisodesService } from './episodes.service.ts';

@Controller()
export class EpisodesController {
  constructor(
    private readonly episodes: EpisodesService,
    private readonly changes: EpisodeChangesService,
  ) {}

  @Serve(listEpisodes)
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: EpisodesQuery }) query: EpisodesQuery,
  ): Promise<Page<Episode>> {
    return this.episodes.list(caller, query);
  }

  @Serve(getEpisode)
  get(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<EpisodeDetail> {
    return this.episodes.get(caller, id);
  }

  @Serve(getEpisodeKinds)
  kinds(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<EpisodeKinds> {
    return this.episodes.kinds(caller, id);
  }

  @Serve(acknowledgeEpisode)
  acknowledge(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Episode> {
    return this.changes.acknowledge(caller, id);
  }

  @Serve(releaseEpisode)
  release(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Episode> {
    return this.changes.release(caller, id);
  }

  @Serve(assignEpisode)
  assign(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: EpisodeAssignment }) { userId }: EpisodeAssignment,
  ): Promise<Episode> {
    return this.changes.assign(caller, id, userId);
  }

  @Serve(noteEpisode)
  note(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: EpisodeNote }) { note }: EpisodeNote,
  ): Promise<Episode> {
    return this.changes.note(caller, id, note);
  }

  @Serve(muteEpisode)
  mute(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: EpisodeMute }) { until }: EpisodeMute,
  ): Promise<Episode> {
    return this.changes.mute(caller, id, until);
  }

  @Serve(setEpisodeSettling)
  settle(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: EpisodeSettling }) settling: EpisodeSettling,
  ): Promise<EpisodeSettling> {
    return this.changes.settle(caller, id, settling);
  }
}
