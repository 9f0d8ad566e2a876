import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../auth/caller.ts';
import { Readiness } from './readiness.ts';

/** For supervisors and load balancers. */
@Controller()
@Public()
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  /** The process answers. */
  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can do its work; 503 with what is missing otherwise. */
  @Get('health/ready')
  async ready(
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ status: string; missing: Record<string, string> }> {
    const missing = await this.readiness.missing();
    const isReady = Object.keys(missing).length === 0;
    response.status(isReady ? 200 : 503);
    return { status: isReady ? 'ok' : 'not ready', missing };
  }
}
