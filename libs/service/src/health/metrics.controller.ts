import { Controller, Get, Header } from '@nestjs/common';
import { register } from 'prom-client';
import { Public } from '../auth/caller.ts';

/** For Prometheus, on the service's own port: the gateway, which the world can reach, neither has it nor passes it on. */
@Controller()
@Public()
export class MetricsController {
  @Get('metrics')
  @Header('content-type', register.contentType)
  metrics(): Promise<string> {
    return register.metrics();
  }
}
