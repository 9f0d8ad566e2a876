import { Controller, Get, Header } from '@nestjs/common';
import { register } from 'prom-client';
import { Public } from '../auth/caller.ts';
import { metricsText } from '../telemetry/metrics-server.ts';

/** Serves metrics to Prometheus on a non-public port. Processes with a public port use own-metrics.ts. */
@Controller()
@Public()
export class MetricsController {
  @Get('metrics')
  @Header('content-type', register.contentType)
  metrics(): Promise<string> {
    return metricsText();
  }
}
