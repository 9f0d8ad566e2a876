import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, caller } from '@portico/testkit';

/** Milliseconds between two requests of one caller. This interval determines the load. */
const PACE = 20;

/** Load by concurrent callers, each of which sends one request after another without retries. */
export class Load {
  readonly failures: string[] = [];
  /** Names of the organizations whose creation was confirmed. */
  readonly created: string[] = [];
  answered = 0;
  private isRunning = true;
  private readonly callers: Promise<void>[];

  constructor(url: string, token: string, count: number) {
    const call = caller(url, token);
    this.callers = Array.from({ length: count }, (_, index) => this.run(call, index));
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.callers);
  }

  private async run(call: Call, index: number): Promise<void> {
    for (let round = 0; this.isRunning; round += 1) {
      const name = `Rolling ${index}-${round}`;
      const isCreated = await this.ask(() => call('POST', '/organizations', { name }), 201);
      if (isCreated) this.created.push(name);
      await this.ask(() => call('GET', '/organizations?limit=5'), 200);
      await this.ask(() => call('GET', '/events?limit=5'), 200);
      await sleep(PACE);
    }
  }

  private async ask(request: () => ReturnType<Call>, wanted: number): Promise<boolean> {
    const failure = await request().then(
      ({ status, body }) => (status === wanted ? null : `${status} ${JSON.stringify(body)}`),
      (error: unknown) => `${String(error)}: ${String((error as Error).cause)}`,
    );
    if (failure === null) this.answered += 1;
    else this.failures.push(`${new Date().toISOString()} ${failure}`);
    return failure === null;
  }
}
