import { Controller, Get, Header } from '@nestjs/common';
import { register } from 'prom-client';
import { Public } from '../auth/caller.ts';
import { metricsText } from '../telemetry/metrics-server.ts';

/** For Prometheus, on the service's own port. A public port does not serve it (own-metrics.ts), and the gateway does not forward it. */
@Controller()
@Public()
export class MetricsController {
  @Get('metrics')
  @Header('content-type', register.contentType)
  metrics(): Promise<string> {
    return metricsText();
  }
}
