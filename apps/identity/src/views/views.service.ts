import { EntityManager, LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  MAX_SHARED_VIEWS,
  MAX_VIEWS,
  type SharedWith,
  type View as ViewRow,
  type ViewCreate,
  type ViewPlace as Place,
  type Views,
  type ViewUpdate,
} from '@portico/contracts/http/views';
import { Organization } from '@portico/messaging';
import { ADVISORY_LOCKS } from '@portico/postgres';
import { type Caller, Problem } from '@portico/service';
import { User } from '../user-row/user.entity.ts';
import { deleteViews, noteTakenOver } from '../view-owners/view-owners.ts';
import { listed, mayChange, type Reach, reachOf, requireOwned, requireShare, visible } from './reach.ts';
import { placesOf } from './view-places.ts';
import { View } from './view.entity.ts';

/** Saved views. Non-administrators have access to their own private views and to the views of their organizations only. */
@Injectable()
export class ViewsService {
  constructor(private readonly em: EntityManager) {}

  async list(caller: Caller): Promise<Views> {
    const reach = await reachOf(this.em, caller);
    const views = await this.em.find(View, listed(reach));
    const places = await placesOf(this.em, caller.id);
    const rows = await rowsOf(this.em, reach, views, places.saved);
    const data = rows.toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
    return { data, count: data.length, builtIn: places.builtIn };
  }

  /** @throws Problem `conflict` at the maximum number of views, `already_exists` for a name in use. */
  async create(caller: Caller, { sharedWith, ...body }: ViewCreate): Promise<ViewRow> {
    return unique(() =>
      this.em.transactional(async (em) => {
        const reach = await reachOf(em, caller);
        requireShare(reach, sharedWith);
        await makeRoom(em, caller, sharedWith);
        const view = em.create(View, { userId: caller.id, ...body });
        view.sharedWith = sharedWith;
        await em.persist(view).flush();
        return rowOf(em, reach, view);
      }),
    );
  }

  /** The responsible user of a view may share and unshare it. Other users who may change the view cannot make it private. */
  async update(caller: Caller, id: number, { sharedWith, ...body }: ViewUpdate): Promise<ViewRow> {
    return unique(() =>
      this.em.transactional(async (em) => {
        const reach = await reachOf(em, caller);
        const view = await changeable(em, reach, id);
        requireOwned(view);
        if (sharedWith !== undefined && sharedWith !== view.sharedWith) {
          if (view.userId !== caller.id)
            throw Problem.forbidden('Only the person who saved a view can share it or stop sharing it');
          requireShare(reach, sharedWith);
          await makeRoom(em, caller, sharedWith);
          view.sharedWith = sharedWith;
        }
        em.assign(view, body, { ignoreUndefined: true });
        await em.flush();
        return rowOf(em, reach, view);
      }),
    );
  }

  async takeOver(caller: Caller, id: number): Promise<ViewRow> {
    return this.em.transactional(async (em) => {
      const reach = await reachOf(em, caller);
      const view = await changeable(em, reach, id);
      if (view.userId !== caller.id && !view.needsOwnerSince)
        throw new Problem('conflict', 'Another person is responsible for this view');
      const isHandedOver = Boolean(view.needsOwnerSince);
      Object.assign(view, { userId: caller.id, needsOwnerSince: null });
      await em.flush();
      if (isHandedOver) await noteTakenOver(em, id);
      return rowOf(em, reach, view);
    });
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.em.transactional(async (em) => {
      await changeable(em, await reachOf(em, caller), id);
      await deleteViews(em, 'id = ?', [id]);
    });
  }
}

async function changeable(em: EntityManager, reach: Reach, id: number): Promise<View> {
  const where = { $and: [{ id }, visible(reach)] };
  const view = await em.findOne(View, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!view) throw Problem.notFound('The view');
  if (!mayChange(reach, view)) throw Problem.forbidden('Only managers of the organization can change a shared view');
  return view;
}

/** Checks the limit of views. First locks the owner of the views, so that concurrent requests cannot exceed the limit. */
async function makeRoom(em: EntityManager, caller: Caller, sharedWith: SharedWith): Promise<void> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  if (sharedWith === null) {
    if (!(await em.findOne(User, { id: caller.id }, lock))) throw Problem.notFound('The user');
    if ((await em.count(View, { userId: caller.id, organizationId: null, forStaff: false })) >= MAX_VIEWS)
      throw new Problem('conflict', `You already have ${MAX_VIEWS} saved views. Delete one first.`);
    return;
  }
  if (sharedWith === 'staff') await em.execute('select pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.staffViews]);
  else if (!(await em.findOne(Organization, { id: sharedWith, deletedAt: null }, lock)))
    throw Problem.notFound('The organization');
  const where = sharedWith === 'staff' ? { forStaff: true } : { organizationId: sharedWith };
  if ((await em.count(View, where)) >= MAX_SHARED_VIEWS)
    throw new Problem('conflict', `${MAX_SHARED_VIEWS} views are shared already. Delete one first.`);
}

async function rowOf(em: EntityManager, reach: Reach, view: View): Promise<ViewRow> {
  const { saved } = await placesOf(em, reach.userId);
  const [row] = await rowsOf(em, reach, [view], saved);
  if (!row) throw new Error('one view is one row');
  return row;
}

async function rowsOf(
  em: EntityManager,
  reach: Reach,
  views: readonly View[],
  places: ReadonlyMap<number, Place>,
): Promise<ViewRow[]> {
  const ids = [...new Set(views.flatMap(({ organizationId }) => organizationId ?? []))];
  const organizations = ids.length === 0 ? [] : await em.find(Organization, { id: { $in: ids } });
  const names = new Map(organizations.map(({ id, name }) => [id, name]));
  const people = views.flatMap(({ userId }) => userId ?? []);
  const users = people.length === 0 ? [] : await em.find(User, { id: { $in: people } });
  const persons = new Map(users.map(({ id, name }) => [id, { id, name }]));
  return views.map((view) => ({
    id: view.id,
    name: view.name,
    search: view.search,
    sharedWith: view.sharedWith,
    organization: names.get(view.organizationId ?? 0) ?? null,
    isOwn: view.userId === reach.userId,
    mayChange: mayChange(reach, view),
    responsible: persons.get(view.userId ?? 0) ?? null,
    needsOwnerSince: view.needsOwnerSince?.toISOString() ?? null,
    // A view that needs a new owner cannot be pinned or hidden.
    place: (!view.needsOwnerSince && places.get(view.id)) || 'listed',
    createdAt: view.createdAt.toISOString(),
  }));
}

async function unique<Result>(write: () => Promise<Result>): Promise<Result> {
  return write().catch((error: unknown) => {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const isOwn = error.message.includes('views_own_name_unique');
    const message = isOwn ? 'You already have a view with this name' : 'A shared view with this name already exists';
    throw new Problem('already_exists', message, [{ pointer: '/name', message }], { cause: error });
  });
}
