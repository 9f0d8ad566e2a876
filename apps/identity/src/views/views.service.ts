import { EntityManager, LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import { MAX_VIEWS, type View as ViewRow, type ViewCreate, type ViewUpdate } from '@portico/contracts/http/views';
import { type Caller, Problem } from '@portico/service';
import { User } from '../users/user.entity.ts';
import { View } from './view.entity.ts';

/** Saved views. Each user has their own; another's does not exist. */
@Injectable()
export class ViewsService {
  constructor(private readonly em: EntityManager) {}

  async list({ id: userId }: Caller): Promise<Page<ViewRow>> {
    const views = await this.em.find(View, { userId });
    const data = views.map((view) => view.toRow()).toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
    return { data, count: data.length };
  }

  /** @throws Problem `conflict` at the maximum number, `already_exists` for a name in use. */
  async create({ id: userId }: Caller, body: ViewCreate): Promise<ViewRow> {
    return unique(() =>
      this.em.transactional(async (em) => {
        // The user's row is locked, so that two concurrent requests cannot both be the last that fits.
        if (!(await em.findOne(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })))
          throw Problem.notFound('The user');
        if ((await em.count(View, { userId })) >= MAX_VIEWS)
          throw new Problem('conflict', `You have ${MAX_VIEWS} saved views already. Delete one first.`);
        const view = em.create(View, { userId, ...body });
        await em.persist(view).flush();
        return view.toRow();
      }),
    );
  }

  async update(caller: Caller, id: number, body: ViewUpdate): Promise<ViewRow> {
    return unique(() =>
      this.em.transactional(async (em) => {
        const view = await own(em, caller, id);
        em.assign(view, body, { ignoreUndefined: true });
        await em.flush();
        return view.toRow();
      }),
    );
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.em.transactional(async (em) => void em.remove(await own(em, caller, id)));
  }
}

async function own(em: EntityManager, { id: userId }: Caller, id: number): Promise<View> {
  const view = await em.findOne(View, { id, userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!view) throw Problem.notFound('The view');
  return view;
}

async function unique<Result>(write: () => Promise<Result>): Promise<Result> {
  return write().catch((error: unknown) => {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const message = 'You have a view of this name already';
    throw new Problem('already_exists', message, [{ pointer: '/name', message }], { cause: error });
  });
}
