import { Injectable } from '@nestjs/common';

/** Resolves when what it asks for is there; rejects with the reason when it is not. */
export type ReadinessCheck = () => Promise<unknown>;

/** Longest that one check may take, in milliseconds. */
const CHECK_TIMEOUT = 2_000;

/** What must be there before this service can do its work. Modules add their checks when they are made. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();

  add(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** Reasons by name of everything that is missing; empty when the service is ready. */
  async missing(): Promise<Record<string, string>> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]): Promise<[string, string] | null> => {
        const timeout = AbortSignal.timeout(CHECK_TIMEOUT);
        const late = new Promise<never>((_, reject) => {
          timeout.addEventListener('abort', () => reject(new Error(`no answer within ${CHECK_TIMEOUT} ms`)));
        });
        return Promise.race([check(), late]).then(
          () => null,
          (error: unknown) => [name, error instanceof Error ? error.message : String(error)],
        );
      }),
    );
    return Object.fromEntries(results.filter((result) => result !== null));
  }
}
