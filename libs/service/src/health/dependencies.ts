import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';

/** Rejects with the reason if the dependency does not answer. */
type DependencyCheck = () => Promise<unknown>;
/** The state of a dependency. `since`: when this process first observed the state. */
export type DependencyState = { state: 'ok' | 'failing'; since: string; reason?: string };
export type Warning = { since: string; reason: string };

const answers = new Gauge({
  name: 'portico_dependency_up',
  help: 'Whether what this process depends on answers: 1, or 0',
  labelNames: ['dependency'],
});

const CHECK_TIMEOUT_MS = 2_000;
const INTERVAL_MS = 10_000;

/**
 * Checks every 10 seconds whether the dependencies of this process answer, and logs each change. Modules add their checks when they
 * are created.
 */
@Injectable()
export class Dependencies implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Dependencies.name);
  private readonly checks = new Map<string, DependencyCheck>();
  private readonly states = new Map<string, DependencyState>();
  private readonly raised = new Map<string, Warning>();
  private looking: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isEnding = false;

  add(name: string, check: DependencyCheck): void {
    this.checks.set(name, check);
  }

  /** Logs a warning once per `name`. A warning is, for example, a setting that contradicts the observed requests. */
  warn(name: string, reason: string): void {
    if (this.raised.has(name)) return;
    this.raised.set(name, { since: new Date().toISOString(), reason });
    this.logger.warn({ warning: name, reason }, 'configuration warning');
  }

  get warnings(): ReadonlyMap<string, Warning> {
    return this.raised;
  }

  /** Checks all dependencies now. Concurrent calls share one check. */
  async look(): Promise<ReadonlyMap<string, DependencyState>> {
    this.looking ??= this.lookAtAll().finally(() => {
      this.looking = null;
    });
    await this.looking;
    return this.states;
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), INTERVAL_MS).unref();
    void this.look();
  }

  onApplicationShutdown(): void {
    this.isEnding = true;
    clearInterval(this.timer);
  }

  private async lookAtAll(): Promise<void> {
    await Promise.all([...this.checks].map(async ([name, check]) => this.note(name, await reasonOf(check))));
  }

  private note(name: string, reason: string | null): void {
    if (this.isEnding) return;
    const before = this.states.get(name);
    const state = reason === null ? 'ok' : 'failing';
    answers.set({ dependency: name }, reason === null ? 1 : 0);
    const since = before?.state === state ? before.since : new Date().toISOString();
    this.states.set(name, { state, since, ...(reason !== null && { reason }) });
    if (before?.state === state) return;
    if (reason !== null) this.logger.warn({ dependency: name, reason }, 'dependency failing');
    else if (before) this.logger.log({ dependency: name, failingSince: before.since }, 'dependency ok again');
  }
}

/** Returns the reason why the dependency does not answer, or null. */
async function reasonOf(check: DependencyCheck): Promise<string | null> {
  const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const late = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`)));
  });
  return Promise.race([check(), late]).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message || error.name : String(error)),
  );
}
