import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Balancer, eventually, freePorts, type ServiceProcess } from '@portico/testkit';
import type { BenchStack } from '../bench-stack.ts';
import { startGateway } from '../gateway.ts';
import { startIngest } from '../ingest-processes.ts';
import { answerOf } from '../live/live-load.ts';
import { ready } from '../prepare.ts';

const BALANCER = fileURLToPath(new URL('balancer.ts', import.meta.url));
const UNLIMITED = '1000000';
/** Of every service that events pass on their way, but of the live ones, which are compared. */
const EACH = 2;
const STARTED = 60_000;
/** Milliseconds in which a balancer sees which processes are ready: it looks five times a second. */
const SEEN = 1_500;

type Balanced = Pick<Balancer, 'kind' | 'url'>;
type Start = (port: string) => Promise<ServiceProcess>;

/** Ingest, queries, live and gateway, each in processes of its own, all but the ingest behind a balancer. */
export class Fleet {
  /** Where viewers connect: the balancer of the gateways. */
  url = '';
  /** What balances. */
  kind = '';
  private readonly stack: BenchStack;
  private readonly mostLive: number;
  private readonly balancers: ChildProcess[] = [];
  private readonly gateways: ServiceProcess[] = [];
  private livePorts: number[] = [];

  /** @param mostLive - processes of the live role that run at once, at most. */
  constructor(stack: BenchStack, mostLive: number) {
    this.stack = stack;
    this.mostLive = mostLive;
  }

  async start(): Promise<void> {
    const { stack } = this;
    await startIngest(stack, EACH);
    this.livePorts = await freePorts(this.mostLive);
    const live = await this.balance(this.livePorts);
    const queries = await this.pair((PORT) => stack.startService('ingest', { EVENTS_ROLES: 'queries', PORT }));
    const more = { EVENTS_LIVE_URL: live.url, LIVE_ANONYMOUS_SOCKETS_PER_ADDRESS: UNLIMITED };
    ({ url: this.url, kind: this.kind } = await this.pair(async (PORT) => {
      const gateway = await startGateway(stack, queries.url, { ...more, PORT });
      this.gateways.push(gateway);
      return gateway;
    }));
  }

  /** So many processes of the live role, when the balancer passes viewers on to each of them. */
  async startLive(count: number): Promise<ServiceProcess[]> {
    const ports = this.livePorts.slice(0, count);
    const services = await Promise.all(
      ports.map((port) => this.stack.startService('ingest', { EVENTS_ROLES: 'live', PORT: String(port) })),
    );
    await Promise.all(services.map(ready));
    await sleep(SEEN);
    return services;
  }

  /** What the stack has started ends with it. */
  async stop(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.stop()));
    for (const balancer of this.balancers) balancer.disconnect();
  }

  private async balance(ports: readonly number[]): Promise<Balanced> {
    const child = fork(BALANCER, ports.map(String));
    this.balancers.push(child);
    return (await answerOf(child)) as Balanced;
  }

  private async pair(start: Start): Promise<Balanced> {
    const ports = await freePorts(EACH);
    const balanced = await this.balance(ports);
    await Promise.all((await Promise.all(ports.map((port) => start(String(port))))).map(ready));
    await eventually(async () => (await fetch(`${balanced.url}/health/ready`)).ok, STARTED);
    return balanced;
  }
}
