import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '../config.ts';
import { type MetricsServer, serveMetrics } from '../telemetry/metrics-server.ts';

export type MetricsPort = { METRICS_PORT?: number | undefined };

/** Serves `/metrics` on a separate port, if configured. For processes whose other port is public. */
@Injectable()
export class OwnMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(OwnMetrics.name);
  private server: MetricsServer | null = null;

  constructor(@Inject(CONFIG) private readonly config: MetricsPort & { HOST: string }) {}

  async onApplicationBootstrap(): Promise<void> {
    const { HOST, METRICS_PORT: port } = this.config;
    if (port === undefined) return;
    this.server = await serveMetrics(HOST, port);
    this.logger.log(`metrics on http://${HOST}:${this.server.port}/metrics`);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server?.stop();
  }
}
