import { Controller, Get, Header } from '@nestjs/common';
import { register } from 'prom-client';
import { Public } from '../auth/caller.ts';
import { metricsText } from '../telemetry/metrics-server.ts';

/** For Prometheus, on the service's own port. A public port has none (own-metrics.ts), and the gateway passes none on. */
@Controller()
@Public()
export class MetricsController {
  @Get('metrics')
  @Header('content-type', register.contentType)
  metrics(): Promise<string> {
    return metricsText();
  }
}
