import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { Kafka, logLevel } from '@portico/kafka/client';
import {
  type Call,
  caller,
  freePorts,
  Publisher,
  serviceEnvironment,
  type ServiceProcess,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { runOps, type CommandResult } from '../run-ops.ts';
import { type Engine, LosableEngines } from './losable-engines.ts';

/** Services that own states, in the order of backup.md. The events service starts after them. */
export const OWNERS = ['identity', 'orgs', 'integrations', 'billing', 'alerts'] as const;
export type Service = (typeof OWNERS)[number] | 'events';
const SERVICES: readonly Service[] = [...OWNERS, 'events'];

/** Runs the product's services on engines that tests can destroy, and the commands that operators use for a restore. */
export class Drill {
  /** Valid events published so far. */
  readonly published: IntegrationEvent[] = [];
  private readonly running = new Map<Service, ServiceProcess>();
  private publisherOf: Publisher | null = null;

  readonly engines: LosableEngines;
  private readonly tokens: TestTokens;
  private readonly token: string;
  private readonly ports: ReadonlyMap<Service, number>;

  private constructor(engines: LosableEngines, tokens: TestTokens, token: string, ports: ReadonlyMap<Service, number>) {
    this.engines = engines;
    this.tokens = tokens;
    this.token = token;
    this.ports = ports;
  }

  static async start(): Promise<Drill> {
    const [engines, tokens, ports] = await Promise.all([
      LosableEngines.start(),
      startTestTokens(),
      freePorts(SERVICES.length),
    ]);
    const places = new Map(SERVICES.map((service, index) => [service, ports[index] ?? 0]));
    // The token has a long lifetime, because a drill takes minutes.
    const drill = new Drill(engines, tokens, await tokens.sign({ expiresIn: '1 hour' }), places);
    await drill.startServices(...SERVICES);
    return drill;
  }

  call(service: Service): Call {
    return caller(this.url(service), this.token);
  }

  get publisher(): Publisher {
    const brokers = [this.engines.environment.KAFKA_BROKERS];
    return (this.publisherOf ??= new Publisher(
      new Kafka({ clientId: 'outside', brokers, logLevel: logLevel.NOTHING, retry: { retries: 1 } }),
    ));
  }

  async startServices(...services: readonly Service[]): Promise<void> {
    const environment = serviceEnvironment(this.engines, this.tokens);
    const own = { CLICKHOUSE_URL: this.engines.environment.CLICKHOUSE_URL, EVENTS_URL: this.url('events') };
    await Promise.all(
      services.map(async (service) => {
        const PORT = String(this.ports.get(service));
        this.running.set(service, await startServiceProcess(service, { ...environment, ...own, PORT }));
      }),
    );
  }

  /** Kills every service with kill -9, then destroys these engines and their data. */
  async lose(...engines: readonly Engine[]): Promise<void> {
    await Promise.all([...this.running.values()].map((service) => service.kill()));
    this.running.clear();
    await Promise.all(engines.map((engine) => this.engines.lose(engine)));
  }

  ops(...args: string[]): Promise<CommandResult> {
    return runOps({ ...this.engines.environment, PORTICO_TOKEN: this.token }, ...args);
  }

  /**
   * Runs `verify`.
   * @param only the parts to compare, separated by commas.
   * @returns the differences; empty if both states are equal.
   */
  async verify(only: string): Promise<string> {
    const { code, said } = await this.ops('verify', `--only=${only}`, `--api=${this.url('events')}`);
    return code === 0 ? '' : said;
  }

  /** Runs `republish` for every service that owns states. @throws if the command fails for a service. */
  async republish(...flags: string[]): Promise<void> {
    await Promise.all(
      OWNERS.map(async (service) => {
        const { code, said } = await this.ops('republish', service, ...flags);
        if (code !== 0) throw new Error(`republish ${service}: ${said}`);
      }),
    );
  }

  async stop(): Promise<void> {
    await this.publisherOf?.disconnect();
    await Promise.all([...this.running.values()].map((service) => service.stop()));
    await Promise.all([this.engines.stop(), this.tokens.stop()]);
  }

  private url(service: Service): string {
    return `http://127.0.0.1:${this.ports.get(service)}`;
  }
}
