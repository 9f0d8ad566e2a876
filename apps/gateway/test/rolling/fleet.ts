import { randomUUID } from 'node:crypto';
import {
  type Balancer,
  engines,
  eventually,
  freePorts,
  type OwnEngines,
  Publisher,
  serviceEnvironment,
  type ServiceProcess,
  startBalancer,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { type Echo, startEmptyService } from '../start-gateway.ts';

/** The `DRAIN_SECONDS` setting of all processes. */
const DRAIN_SECONDS = '5';
const UNLIMITED = '1000000';
const STARTED = 60_000;

const APPS = ['orgs', 'events', 'gateway'] as const;
type App = (typeof APPS)[number];
type Pair = { app: App; environment: Record<string, string>; ports: number[]; processes: ServiceProcess[] };

/** Two processes each of orgs, events and the gateway. A load balancer is in front of each pair. */
export class Fleet {
  own!: OwnEngines;
  tokens!: TestTokens;
  publisher!: Publisher;
  private readonly balancers: Balancer[] = [];
  private readonly pairs: Pair[] = [];
  private other!: Echo;

  async start(): Promise<void> {
    [this.own, this.tokens, this.other] = await Promise.all([
      startOwnEngines(),
      startTestTokens(),
      startEmptyService(),
    ]);
    this.publisher = new Publisher(this.own.kafka);
    const clickhouse = new URL(engines().CLICKHOUSE_URL);
    clickhouse.pathname = `/rolling_${randomUUID().slice(0, 8)}`;
    const common = { ...serviceEnvironment(this.own, this.tokens), CLICKHOUSE_URL: clickhouse.href, DRAIN_SECONDS };
    const [orgs, events] = await Promise.all([this.pair('orgs', common), this.pair('events', common)]);
    const { url } = this.other;
    await this.pair('gateway', {
      ...common,
      ORGS_URL: orgs.url,
      EVENTS_URL: events.url,
      INTEGRATIONS_URL: url,
      BILLING_URL: url,
      ALERTS_URL: url,
      RATE_LIMIT_PER_MINUTE: UNLIMITED,
      RATE_LIMIT_NEW_ORGANIZATIONS_PER_MINUTE: UNLIMITED,
    });
  }

  /** URL of the gateways' load balancer. */
  get url(): string {
    return this.balancers.at(-1)?.url ?? '';
  }

  get kind(): string {
    return this.balancers[0]?.kind ?? '';
  }

  /** Replaces one process of each pair at the same time, like a rollout. Returns the exit codes. */
  async replace(which: 0 | 1): Promise<(number | null)[]> {
    return Promise.all(
      this.pairs.map(async (pair) => {
        const code = (await pair.processes[which]?.stop()) ?? null;
        pair.processes[which] = await this.process(pair, which);
        return code;
      }),
    );
  }

  async stop(): Promise<void> {
    await this.publisher?.disconnect();
    await Promise.all(this.pairs.flatMap(({ processes }) => processes.map((process) => process.kill())));
    await Promise.all(this.balancers.map((balancer) => balancer.stop()));
    await Promise.all([this.own?.stop(), this.tokens?.stop()]);
    this.other?.stop();
  }

  private async pair(app: App, environment: Record<string, string>): Promise<Balancer> {
    const pair: Pair = { app, environment, ports: await freePorts(2), processes: [] };
    this.pairs.push(pair);
    const balancer = await startBalancer(pair.ports);
    this.balancers.push(balancer);
    // The processes start one after the other, because the first process creates the schema.
    for (const which of [0, 1] as const) pair.processes[which] = await this.process(pair, which);
    await eventually(async () => (await fetch(`${balancer.url}/health/ready`)).ok, STARTED);
    return balancer;
  }

  private async process({ app, environment, ports }: Pair, which: 0 | 1): Promise<ServiceProcess> {
    const process = await startServiceProcess(app, { ...environment, PORT: String(ports[which]) });
    await eventually(async () => (await fetch(`${process.url}/health/ready`)).ok, STARTED);
    return process;
  }
}
