import { type EntityManager, LockMode, MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type {
  DeadLetter as Letter,
  DeadLetterContent,
  DeadLetters,
  LetterService,
  ListLettersQuery,
} from '@portico/contracts/http/dead-letters';
import { ofPostgres } from '@portico/postgres';
import { isDefect, Problem, Unavailable } from '@portico/service';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../tokens.ts';
import { DeadLetter, withoutNul } from './dead-letter.entity.ts';
import { Handlers } from './handlers.ts';
import { Replay } from './replay.ts';

const textOf = (bytes: Uint8Array | null | undefined): string | null =>
  bytes ? Buffer.from(bytes).toString('utf8') : null;

const payloadOf = (value: string | null): unknown => {
  try {
    return value === null ? null : JSON.parse(value);
  } catch {
    return value;
  }
};

/** Dead letters: domain events that this service could not apply. A person settles each letter by replaying or dropping it. */
@Injectable()
export class DeadLettersService {
  private readonly logger = new Logger(DeadLettersService.name);
  private readonly service: LetterService;

  constructor(
    private readonly orm: MikroORM,
    private readonly handlers: Handlers,
    @Inject(MESSAGING_OPTIONS) { service }: Pick<MessagingOptions, 'service'>,
  ) {
    this.service = service;
  }

  async list({ limit, offset, state, topic }: ListLettersQuery): Promise<DeadLetters> {
    const em = this.orm.em.fork();
    const where = { ...(state && { state }), ...(topic !== undefined && { topic }) };
    const [letters, count] = await em.findAndCount(DeadLetter, where, { orderBy: { id: 'desc' }, limit, offset });
    const oldest = await em.findOne(DeadLetter, { state: 'waiting' }, { orderBy: { failedAt: 'asc' } });
    return {
      data: letters.map((letter) => letter.toAnswer(this.service)),
      count,
      waiting: await this.waiting(),
      waitingSince: oldest?.failedAt.toISOString() ?? null,
    };
  }

  waiting(): Promise<number> {
    return this.orm.em.fork().count(DeadLetter, { state: 'waiting' });
  }

  /** Oldest failure first. */
  async waitingIds(): Promise<number[]> {
    const letters = await this.orm.em
      .fork()
      .find(DeadLetter, { state: 'waiting' }, { fields: ['id'], orderBy: { id: 'asc' } });
    return letters.map(({ id }) => id);
  }

  async get(id: number): Promise<DeadLetterContent> {
    const letter = await this.orm.em.fork().findOne(DeadLetter, { id });
    if (!letter) throw Problem.notFound('The dead letter');
    return { ...letter.toAnswer(this.service), key: textOf(letter.key), value: textOf(letter.value) };
  }

  /**
   * Applies the letter in this service only. The same transaction marks the letter as replayed, so that concurrent calls apply it
   * once. If applying fails again, the letter keeps waiting, with the new reason.
   */
  async replay(id: number, by: string): Promise<Letter> {
    try {
      return await this.settling(id, async (letter, em) => {
        await this.apply(letter, em);
        letter.state = 'replayed';
        letter.settledBy = by;
      });
    } catch (thrown) {
      const error = ofPostgres(thrown);
      if (error instanceof Settled) throw error.problem;
      if (error instanceof Unavailable) throw error;
      if (isDefect(error)) this.logger.error(error, 'replaying a dead letter failed, the handler has a defect');
      return this.failedAgain(id, thrown instanceof Problem ? thrown.message : String(error));
    }
  }

  async drop(id: number, by: string, reason: string): Promise<Letter> {
    try {
      return await this.settling(id, async (letter) => {
        letter.state = 'dropped';
        letter.settledBy = by;
        letter.dropReason = reason;
      });
    } catch (error) {
      throw error instanceof Settled ? error.problem : error;
    }
  }

  /** Requests a replay by a running process of the service. A command cannot replay, because its process has no handlers. */
  async requestReplay(id: number, by: string): Promise<void> {
    await this.orm.em.fork().transactional(async (em) => {
      const letter = await em.findOne(DeadLetter, { id });
      if (letter?.state !== 'waiting') throw refusalOf(letter).problem;
      await em.nativeUpdate(DeadLetter, { id, state: 'waiting' }, { requestedBy: by });
    });
  }

  /** Performs one requested replay. Returns false if none was requested. */
  async replayRequested(): Promise<boolean> {
    const where = { state: 'waiting' as const, requestedBy: { $ne: null } };
    const [letter] = await this.orm.em.fork().find(DeadLetter, where, { orderBy: { id: 'asc' }, limit: 1 });
    if (!letter) return false;
    await this.replay(letter.id, letter.requestedBy ?? '').catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
    return true;
  }

  private settling(id: number, settle: (letter: DeadLetter, em: EntityManager) => Promise<void>): Promise<Letter> {
    return this.orm.em.fork().transactional(async (em) => {
      const letter = await em.findOne(DeadLetter, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (letter?.state !== 'waiting') throw refusalOf(letter);
      await settle(letter, em);
      letter.requestedBy = null;
      letter.settledAt = new Date();
      return letter.toAnswer(this.service);
    });
  }

  private async apply(letter: DeadLetter, em: EntityManager): Promise<void> {
    const handler = this.handlers.of(letter.topic);
    if (!handler) throw new Problem('conflict', `${this.service} does not follow ${letter.topic}`);
    const replay = new Replay(em);
    await handler(payloadOf(textOf(letter.value)), replay);
    replay.end();
  }

  private async failedAgain(id: number, reason: string): Promise<Letter> {
    return this.orm.em.fork().transactional(async (em) => {
      const letter = await em.findOneOrFail(DeadLetter, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (letter.state === 'waiting') {
        letter.reason = withoutNul(reason);
        letter.replays += 1;
        letter.requestedBy = null;
      }
      return letter.toAnswer(this.service);
    });
  }
}

/** Thrown when a letter cannot be replayed or dropped because it is already replayed or dropped, or does not exist. */
class Settled extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

const refusalOf = (letter: DeadLetter | null): Settled =>
  new Settled(
    letter
      ? new Problem(
          'already_closed',
          `The dead letter was ${letter.state} by ${letter.settledBy ?? 'another person'} already`,
        )
      : Problem.notFound('The dead letter'),
  );
