import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@portico/service';
import { afterCommitOf } from '@portico/postgres';
import { Transition } from '../transitions/transition.entity.ts';
import { EpisodeEndings } from './episode-endings.ts';
import { EpisodeLookups } from './episode-lookups.ts';

/** Ends episodes, and looks up with which failure they began. */
@Injectable()
export class EpisodesWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loops: readonly Loop[];

  constructor(em: EntityManager, endings: EpisodeEndings, lookups: EpisodeLookups) {
    const lookup = new Loop({ name: 'first failures', next: () => lookups.next() });
    this.loops = [new Loop({ name: 'endings', next: () => endings.next() }), lookup];
    // An episode begins with a transition.
    afterCommitOf(em, [{ entity: Transition }], () => lookup.wake());
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
