import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../auth/caller.ts';
import { Dependencies, type DependencyState, type Warning } from './dependencies.ts';
import { Readiness } from './readiness.ts';

/** Injection token: whether the port is public. */
export const IS_PUBLIC = Symbol('is public');

type Report = {
  status: 'ok' | 'failing';
  dependencies: Record<string, DependencyState>;
  warnings: Record<string, Warning>;
};

@Controller()
@Public()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly dependencies: Dependencies,
    @Inject(IS_PUBLIC) private readonly isPublic: boolean,
  ) {}

  /** Returns 200 as long as the process answers. */
  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Returns 200 if the process can serve, otherwise 503 with the unmet conditions. */
  @Get('health/ready')
  ready(@Res({ passthrough: true }) response: Response): { status: string; missing: Record<string, string> } {
    const missing = this.readiness.missing();
    const isReady = Object.keys(missing).length === 0;
    response.status(isReady ? 200 : 503);
    return { status: isReady ? 'ok' : 'not ready', missing };
  }

  /**
   * Returns the states of all dependencies, with status 503 if one fails. Not for probes: the process may serve without a dependency.
   * A public port omits the reasons, because they contain hosts and ports; the log contains them.
   */
  @Get('health/dependencies')
  async report(@Res({ passthrough: true }) response: Response): Promise<Report> {
    const states = [...(await this.dependencies.look())];
    const isOk = states.every(([, { state }]) => state === 'ok');
    response.status(isOk ? 200 : 503);
    return {
      status: isOk ? 'ok' : 'failing',
      dependencies: Object.fromEntries(
        states.map(([name, { reason, ...state }]) => [
          name,
          { ...state, ...(reason !== undefined && !this.isPublic && { reason }) },
        ]),
      ),
      warnings: Object.fromEntries(this.dependencies.warnings),
    };
  }
}
