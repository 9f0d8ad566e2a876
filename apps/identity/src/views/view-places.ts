import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  BUILT_IN_VIEWS,
  type BuiltInView,
  MAX_PINNED_VIEWS,
  type ViewPlace as Place,
  type ViewParams,
  type Views,
} from '@portico/contracts/http/views';
import { type Caller, Problem } from '@portico/service';
import { User } from '../user-row/user.entity.ts';
import { listed, reachOf, requireOwned, visible } from './reach.ts';
import { ViewPlace } from './view-place.entity.ts';
import { View } from './view.entity.ts';

type Places = { saved: ReadonlyMap<number, Place>; builtIn: Views['builtIn'] };

/** Returns where a user sees each view: pinned, listed or hidden. By default, built-in views are pinned and saved views are listed. */
export async function placesOf(em: EntityManager, userId: number): Promise<Places> {
  const rows = await em.find(ViewPlace, { userId });
  const ofBuiltIn = (name: BuiltInView): Place => rows.find(({ builtIn }) => builtIn === name)?.place ?? 'pinned';
  return {
    saved: new Map(rows.flatMap(({ viewId, place }) => (viewId == null ? [] : [[viewId, place] as const]))),
    builtIn: {
      'failures-today': ofBuiltIn('failures-today'),
      'late-arrivals': ofBuiltIn('late-arrivals'),
      'by-integration': ofBuiltIn('by-integration'),
      everything: ofBuiltIn('everything'),
    },
  };
}

@Injectable()
export class ViewPlaces {
  constructor(private readonly em: EntityManager) {}

  /** @throws Problem `conflict` at the maximum number of pinned views. */
  async put(caller: Caller, { view }: ViewParams, place: Place): Promise<void> {
    await this.em.transactional(async (em) => {
      const { id: userId } = caller;
      // Locking the user serializes concurrent requests, so that they cannot exceed the limit of pinned views.
      if (!(await em.findOne(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })))
        throw Problem.notFound('The user');
      const reach = await reachOf(em, caller);
      const isSaved = typeof view === 'number';
      if (isSaved) {
        // Locks the view, so that it is not deleted before its place is written.
        const lock = { lockMode: LockMode.PESSIMISTIC_READ } as const;
        const row = await em.findOne(View, { $and: [{ id: view }, visible(reach)] }, lock);
        if (!row) throw Problem.notFound('The view');
        requireOwned(row);
      }
      const where = isSaved ? { userId, viewId: view } : { userId, builtIn: view };
      const row = (await em.findOne(ViewPlace, where)) ?? em.create(ViewPlace, { ...where, place });
      row.place = place;
      await em.persist(row).flush();
      if (place !== 'pinned') return;
      const { saved, builtIn } = await placesOf(em, userId);
      const pinned = [...saved].flatMap(([id, each]) => (each === 'pinned' ? [id] : []));
      // Pinned views that are no longer shared with the user do not count.
      const seen = await em.count(View, { $and: [{ id: { $in: pinned } }, listed(reach)] });
      if (seen + BUILT_IN_VIEWS.filter((name) => builtIn[name] === 'pinned').length > MAX_PINNED_VIEWS)
        throw new Problem('conflict', `${MAX_PINNED_VIEWS} views are pinned already. Unpin one first.`);
    });
  }
}
