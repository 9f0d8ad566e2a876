import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../auth/caller.ts';
import { Dependencies, type DependencyState, type Warning } from './dependencies.ts';
import { Readiness } from './readiness.ts';

/** Injection token: whether the internet reaches this port. */
export const IS_PUBLIC = Symbol('is public');

type Report = {
  status: 'ok' | 'failing';
  dependencies: Record<string, DependencyState>;
  warnings: Record<string, Warning>;
};

/** For supervisors, load balancers and monitors. */
@Controller()
@Public()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly dependencies: Dependencies,
    @Inject(IS_PUBLIC) private readonly isPublic: boolean,
  ) {}

  /** The process answers. */
  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can serve; 503 with what it still has to load otherwise. */
  @Get('health/ready')
  ready(@Res({ passthrough: true }) response: Response): { status: string; missing: Record<string, string> } {
    const missing = this.readiness.missing();
    const isReady = Object.keys(missing).length === 0;
    response.status(isReady ? 200 : 503);
    return { status: isReady ? 'ok' : 'not ready', missing };
  }

  /**
   * What the process depends on; 503 while any of it is failing. Never a probe: the process may serve without it. Reasons
   * name hosts and ports, so a public port leaves them to the log.
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
