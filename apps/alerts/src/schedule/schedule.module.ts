import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module.ts';
import { Dispatcher } from '../deliveries/dispatcher.ts';
import { Reminders } from '../deliveries/reminders.ts';
import { EpisodeEndings } from '../episodes/episode-endings.ts';
import { EpisodesModule } from '../episodes/episodes.module.ts';
import { MaintenanceEnds } from '../maintenance/maintenance-ends.ts';
import { MaintenanceWindow } from '../maintenance/maintenance.entity.ts';
import { MaintenanceModule } from '../maintenance/maintenance.module.ts';
import { announce } from '../notices/announce.ts';
import { writeDigests } from '../notices/digest.ts';
import { Notice } from '../notices/notice.entity.ts';
import { NoticesModule } from '../notices/notices.module.ts';
import { Planner } from '../notices/planner.ts';
import { Pending } from '../outbound/pending.entity.ts';
import { endOverdue, settleResponsible } from '../responsible/settle.ts';
import { OldRows } from '../retention/old-rows.ts';
import { Transition } from '../transitions/transition.entity.ts';
import { Scheduler } from './scheduler.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Starts the tasks of a process, except sending messages and checking views and silence. Lists each task with the rows that wake it. */
@Injectable()
class Schedule extends Scheduler {
  constructor(
    em: EntityManager,
    planner: Planner,
    dispatcher: Dispatcher,
    reminders: Reminders,
    endings: EpisodeEndings,
    maintenance: MaintenanceEnds,
    oldRows: OldRows,
  ) {
    const inOneTransaction = <Result>(work: (own: EntityManager) => Promise<Result>): Promise<Result> =>
      em.fork().transactional(work);
    super(em, [
      { name: 'creating notices', next: () => planner.next(), on: [{ entity: Transition }] },
      { name: 'announcing new notices', next: () => inOneTransaction(announce), on: [{ entity: Notice }] },
      { name: 'dispatching notices to channels', next: () => dispatcher.next(), on: [{ entity: Pending }] },
      { name: 'ending episodes', next: () => endings.next() },
      {
        name: 'ending maintenance windows',
        next: () => maintenance.next(),
        on: [{ entity: MaintenanceWindow, property: 'endsAt' }],
      },
      { name: 'sending reminders', next: () => reminders.next(), pause: MINUTE },
      { name: 'writing digests', next: () => inOneTransaction((own) => writeDigests(own)), pause: 10 * MINUTE },
      {
        name: 'deleting channels and rules without an owner',
        next: () => inOneTransaction(endOverdue),
        pause: 5 * SECOND,
      },
      // Finds channels and rules whose creator lost the right to change them at the moment of the creation.
      {
        name: 'checking owners of channels and rules',
        next: () => inOneTransaction((own) => settleResponsible(own, null)),
        pause: 10 * MINUTE,
      },
      { name: 'deleting old rows', next: () => oldRows.next(), pause: 60 * MINUTE },
    ]);
  }
}

@Module({
  imports: [DeliveriesModule, EpisodesModule, MaintenanceModule, NoticesModule],
  providers: [OldRows, Schedule],
})
export class ScheduleModule {}
