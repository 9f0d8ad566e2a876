import { EntityManager, type FilterQuery, LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Usertype } from '@portico/contracts/common/roles';
import type { ListQuery, Page } from '@portico/contracts/common/page';
import { userChanged } from '@portico/contracts/events/identity';
import type { UserCreate, User as UserRow, UserUpdate } from '@portico/contracts/http/identity';
import { matching } from '@portico/postgres';
import { Outbox } from '@portico/messaging';
import { type Caller, callerIsAdmin, CONFIG, Problem, requireAdmin } from '@portico/service';
import { BindingsService } from '../bindings/bindings.service.ts';
import type { IdentityConfig } from '../config.ts';
import { EmailChangesService } from '../email-changes/email-changes.service.ts';
import { changeUser } from '../user-row/change-user.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { User } from '../user-row/user.entity.ts';
import { leaveViews } from '../view-owners/view-owners.ts';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';

type Row = OrganizationSummary & { user_id: number };

/** The organizations of which each user is an approved member. Uses SQL, because importing the entities would be circular. */
const organizationsOf = async (
  em: EntityManager,
  userIds: readonly number[],
): Promise<Map<number, OrganizationSummary[]>> => {
  if (userIds.length === 0) return new Map();
  const rows = await em.execute<Row[]>(
    `select m.user_id, o.id, o.name from memberships m join organizations o on o.id = m.organization_id
     where m.user_id in (${userIds.map(() => '?').join(', ')}) and m.approved and m.deleted_at is null
       and o.deleted_at is null order by m.id`,
    [...userIds],
  );
  const byUser = new Map<number, OrganizationSummary[]>();
  for (const { user_id: userId, id, name } of rows) byUser.set(userId, [...(byUser.get(userId) ?? []), { id, name }]);
  return byUser;
};

const BATCH = 1_000;

/** Reads and changes users for callers with the required permission. Super admins are visible to super admins only. */
@Injectable()
export class UsersService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly emailChanges: EmailChangesService,
    private readonly bindings: BindingsService,
    private readonly sessions: SessionsService,
  ) {}

  /** Makes the configured account a super admin if there is no super admin. */
  async onModuleInit(): Promise<void> {
    const email = this.config.SUPER_ADMIN_EMAIL;
    if (email === undefined) return;
    await this.em.fork().transactional(async (em) => {
      if ((await em.count(User, { usertype: 'SUPER_ADMIN' })) > 0) return;
      const user = await em.findOne(User, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (user) await changeUser(em, this.outbox, user, { usertype: 'SUPER_ADMIN' });
      else await this.insert(em, { name: 'Super admin', email, usertype: 'SUPER_ADMIN' });
    });
  }

  async list(caller: Caller, { search, limit, offset }: ListQuery): Promise<Page<UserRow>> {
    const where: FilterQuery<User> = {
      ...(search && { searchText: matching(search) }),
      ...(caller.usertype !== 'SUPER_ADMIN' && { usertype: { $ne: 'SUPER_ADMIN' } }),
    };
    const [users, count] = await this.em.findAndCount(User, where, { limit, offset, orderBy: { id: 'desc' } });
    return { data: await this.rowsOf(this.em, users), count };
  }

  async get(caller: Caller, id: number): Promise<UserRow> {
    if (id !== caller.id) requireAdmin(caller);
    const user = this.visible(caller, await this.em.findOne(User, { id }));
    return this.rowOf(this.em, user);
  }

  async create(caller: Caller, body: UserCreate): Promise<UserRow> {
    requireAdmin(caller);
    this.refuseSuperAdminBy(caller, body.usertype);
    return this.unique(() => this.em.transactional(async (em) => (await this.insert(em, body)).toRow()));
  }

  /** A changed e-mail stays pending until it is confirmed. */
  async update(caller: Caller, id: number, body: UserUpdate): Promise<UserRow> {
    const isOwn = id === caller.id;
    if (!isOwn) requireAdmin(caller);
    this.refuseSuperAdminBy(caller, body.usertype);
    const { email, ...fields } = body;
    const row = await this.unique(() =>
      this.em.transactional(async (em) => {
        const user = await this.locked(em, caller, id);
        if (isOwn && body.usertype !== undefined && body.usertype !== user.usertype) {
          throw Problem.forbidden('You cannot change your own user type');
        }
        const isMoving = email !== undefined && email !== user.email;
        const isMoved = isMoving && (await this.emailChanges.request(em, caller, user, email));
        if (user.usertype === 'SUPER_ADMIN' && body.usertype !== undefined && body.usertype !== 'SUPER_ADMIN') {
          await this.refuseWithoutAnother(em, user);
        }
        const change = { ...fields, ...(isMoved && { email }) };
        const { usertype } = user;
        if (!isMoving || Object.keys(change).length > 0) await changeUser(em, this.outbox, user, change);
        if (user.usertype !== usertype) await this.sessions.endViewsOf(em, user.id);
        return this.rowOf(em, user);
      }),
    );
    this.emailChanges.wake();
    return row;
  }

  async delete(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    if (id === caller.id) throw Problem.forbidden('You cannot delete yourself');
    await this.em.transactional(async (em) => {
      const user = await this.locked(em, caller, id);
      if (user.usertype === 'SUPER_ADMIN') await this.refuseWithoutAnother(em, user);
      user.version += 1;
      this.outbox.add(em, userChanged, user.toDeletedState(new Date()));
      await this.emailChanges.endAll(em, id);
      await this.bindings.endAll(em, id);
      await this.sessions.endAllOf(em, id);
      // The user's private views are deleted with the user; shared views stay.
      await leaveViews(em, id);
      em.remove(user);
    });
  }

  /** Yields every user of one type, ordered by id. Reads in batches to limit memory and query time. */
  async *all(usertype: Usertype): AsyncGenerator<UserRow> {
    for (let last = 0; ;) {
      const where = { usertype, id: { $gt: last } };
      const users = await this.em.fork().find(User, where, { orderBy: { id: 'asc' }, limit: BATCH });
      for (const user of users) yield user.toRow();
      last = users.at(-1)?.id ?? last;
      if (users.length < BATCH) return;
    }
  }

  /** Unbinds the account, so that the next sign-on with the user's verified e-mail can bind another subject. */
  async resetSignOn(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    await this.em.transactional(async (em) => {
      await this.bindings.reset(em, caller, await this.locked(em, caller, id));
      await this.sessions.endAllOf(em, id);
    });
  }

  /** Turns a lead who has bought something or accepted an invitation into a client, in the caller's transaction. Other types stay. */
  async becomeClient(em: EntityManager, id: number): Promise<void> {
    const user = await em.findOne(User, { id, usertype: 'LEAD' }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (user) await changeUser(em, this.outbox, user, { usertype: 'CLIENT' });
  }

  /**
   * Locks and returns the user. If the caller is a super admin, also locks all super admins in the order of their ids. Two super admins who
   * delete each other at the same time are therefore processed one after the other.
   */
  private async locked(em: EntityManager, caller: Caller, id: number): Promise<User> {
    const where: FilterQuery<User> =
      caller.usertype === 'SUPER_ADMIN' ? { $or: [{ id }, { usertype: 'SUPER_ADMIN' }] } : { id };
    const users = await em.find(User, where, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } });
    return this.visible(
      caller,
      users.find((user) => user.id === id),
    );
  }

  private async rowsOf(em: EntityManager, users: readonly User[]): Promise<UserRow[]> {
    const ids = users.map(({ id }) => id);
    const pending = await this.emailChanges.pendingOf(em, ids);
    const bindings = await this.bindings.ofUsers(em, ids);
    const organizations = await organizationsOf(em, ids);
    return users.map((user) => {
      const pendingEmail = pending.get(user.id);
      const { boundAt, signedOnAt } = bindings.get(user.id) ?? {};
      return user.toRow({
        ...(pendingEmail !== undefined && { pendingEmail }),
        ...(boundAt && { boundAt: boundAt.toISOString() }),
        ...(signedOnAt && { signedOnAt: signedOnAt.toISOString() }),
        organizations: organizations.get(user.id) ?? [],
      });
    });
  }

  private async rowOf(em: EntityManager, user: User): Promise<UserRow> {
    const [row = user.toRow()] = await this.rowsOf(em, [user]);
    return row;
  }

  private visible(caller: Caller, user: User | null | undefined): User {
    const isHidden = user?.usertype === 'SUPER_ADMIN' && caller.usertype !== 'SUPER_ADMIN' && user.id !== caller.id;
    if (!user || isHidden) throw Problem.notFound('The user');
    return user;
  }

  private refuseSuperAdminBy(caller: Caller, usertype: UserUpdate['usertype']): void {
    if (usertype === 'SUPER_ADMIN' && callerIsAdmin(caller) && caller.usertype !== 'SUPER_ADMIN') {
      throw Problem.forbidden('Only a super admin can make a super admin');
    }
  }

  /** @throws Problem `conflict` for the last super admin. The calling method must have locked all super admins. */
  private async refuseWithoutAnother(em: EntityManager, { id }: User): Promise<void> {
    const otherAdmins = await em.count(User, { usertype: 'SUPER_ADMIN', id: { $ne: id } });
    if (otherAdmins === 0) throw new Problem('conflict', 'The last super admin cannot be removed');
  }

  /** Inserts a user and the event about it, in the caller's transaction. */
  async insert(em: EntityManager, fields: UserCreate): Promise<User> {
    const user = em.create(User, fields);
    await em.persist(user).flush();
    this.outbox.add(em, userChanged, user.toState());
    return user;
  }

  private async unique<Result>(write: () => Promise<Result>): Promise<Result> {
    return write().catch((error: unknown) => {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      const message = 'A user with this email exists already';
      throw new Problem('already_exists', message, [{ pointer: '/email', message }], { cause: error });
    });
  }
}
