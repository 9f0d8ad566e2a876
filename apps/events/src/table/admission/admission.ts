import { Injectable } from '@nestjs/common';
import type { ClickHouseSettings } from '@clickhouse/client';
import { type Caller, readGauge } from '@portico/service';
import { asQuestion } from '../clickhouse/question.ts';
import { Directory } from '../../directory/directory.ts';
import { type Asker, FairQueue, type Limits } from './fair-queue.ts';

/** Maximum waiting time in milliseconds, shorter than the gateway's timeout for a response. */
const PATIENCE = 20_000;

/**
 * Limits by kind of query. Each kind has its own queue, so that no kind waits for another. `list`: rows that a viewer waits for.
 * `analysis`: facets, histogram, trace and summary, which read many rows. `export`: one page of a file. `file`: a whole download, from its
 * start to its end.
 */
const LIMITS = {
  list: { running: 4, ofUser: 2, ofOrganization: 3, waitingOfUser: 20, patience: PATIENCE },
  analysis: { running: 2, ofUser: 1, ofOrganization: 2, waitingOfUser: 16, patience: PATIENCE },
  export: { running: 1, ofUser: 1, ofOrganization: 1, waitingOfUser: 8, patience: PATIENCE },
  file: { running: 16, ofUser: 2, ofOrganization: 4, waitingOfUser: 2, patience: PATIENCE },
} as const satisfies Record<string, Limits>;

type Kind = Exclude<keyof typeof LIMITS, 'file'>;

/** ClickHouse pauses a statement with a higher priority number while a statement with a lower number runs. */
const SETTINGS: Record<Kind, ClickHouseSettings> = {
  list: { priority: '1' },
  analysis: { priority: '2' },
  export: { priority: '3' },
};

/** Limits concurrent queries to ClickHouse, so that queries of one caller do not delay other callers. */
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
   * Runs a query. Its statements wait until the query may run, and end when the caller disconnects. Queries from memory do not wait.
   * @throws Problem `rate_limited` if too many of the caller's queries wait already.
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

  /** Reserves a slot for sending a file. The slot is released when the result is called, or the caller disconnects. */
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
