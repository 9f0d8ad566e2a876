import { Injectable } from '@nestjs/common';
import type { ClickHouseSettings } from '@clickhouse/client';
import { type Caller, readGauge } from '@portico/service';
import { asQuestion } from '../clickhouse/question.ts';
import { Directory } from '../../directory/directory.ts';
import { type Asker, FairQueue, type Limits } from './fair-queue.ts';

/** Below the gateway's deadline for an answer. */
const PATIENCE = 20_000;

/**
 * Kinds of questions, each with a queue of its own, so that none waits for another: `list` is what somebody waits for to
 * see rows, `analysis` (facets, histogram, trace, summary) reads much, `export` is one page of a file. `file` counts files
 * that are being sent, however slowly they are read.
 */
const LIMITS = {
  list: { running: 4, ofUser: 2, ofOrganization: 3, waitingOfUser: 20, patience: PATIENCE },
  analysis: { running: 2, ofUser: 1, ofOrganization: 2, waitingOfUser: 16, patience: PATIENCE },
  export: { running: 1, ofUser: 1, ofOrganization: 1, waitingOfUser: 8, patience: PATIENCE },
  file: { running: 16, ofUser: 2, ofOrganization: 4, waitingOfUser: 2, patience: PATIENCE },
} as const satisfies Record<string, Limits>;

export type Kind = Exclude<keyof typeof LIMITS, 'file'>;

/** A statement with a higher figure pauses while one with a lower figure runs. */
const SETTINGS: Record<Kind, ClickHouseSettings> = {
  list: { priority: '1' },
  analysis: { priority: '2' },
  export: { priority: '3' },
};

/** Stands in front of ClickHouse, so that one caller's questions do not hold up another's. */
@Injectable()
export class Admission {
  private readonly queues: Record<Kind, FairQueue> = {
    list: new FairQueue(LIMITS.list),
    analysis: new FairQueue(LIMITS.analysis),
    export: new FairQueue(LIMITS.export),
  };
  private readonly files = new FairQueue(LIMITS.file);

  constructor(private readonly directory: Directory) {
    const queues = Object.entries({ ...this.queues, file: this.files });
    const read = async () =>
      queues.flatMap(([kind, { state }]) =>
        Object.entries(state).map(([is, value]) => ({ labels: { kind, state: is }, value })),
      );
    readGauge(
      'portico_queries',
      'Questions of callers that run or wait for their turn, by kind',
      ['kind', 'state'],
      read,
    );
  }

  /**
   * Runs a question, whose statements wait until its turn has come and end when the caller has gone. One that is answered
   * from memory takes no turn.
   * @throws Problem `rate_limited` when too many of the caller's wait already.
   */
  async run<Value>(kind: Kind, caller: Caller, gone: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    let entered: Promise<() => void> | undefined;
    const turn = () => (entered ??= this.queues[kind].enter(this.askerOf(caller), gone));
    try {
      return await asQuestion({ signal: gone, settings: SETTINGS[kind], turn }, work);
    } finally {
      entered?.then(
        (leave) => leave(),
        () => undefined,
      );
    }
  }

  /** A place among the files that are being sent. What it resolves to gives it back; so does the caller's going. */
  async openFile(caller: Caller, gone: AbortSignal): Promise<() => void> {
    const leave = await this.files.enter(this.askerOf(caller), gone);
    gone.addEventListener('abort', leave, { once: true });
    return leave;
  }

  private askerOf(caller: Caller): Asker {
    const scope = this.directory.scopeOf(caller);
    return { user: caller.id, organizations: scope === 'every' ? [] : [...scope.organizations] };
  }
}
