import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@portico/stack/process';
import { runServiceCommand, type ServiceProcess, startServiceProcess } from '@portico/testkit';
import { MANIFESTS } from '../src/manifests/chart.ts';
import { type Workload, workloadsOf } from '../src/manifests/processes.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Values with which a test replaces variables and secrets of the example, to use engines on the test machine. */
type Substitutes = { variables: Readonly<Record<string, string>>; secrets: Readonly<Record<string, string>> };

/** Matches variables that are only for the engines of the example. */
const OF_ENGINES = /^(KAFKA_(SASL|SSL)_|KAFKA_REPLICATION_FACTOR|(POSTGRES|CLICKHOUSE)_CA_FILE|CLICKHOUSE_DEPLOYMENT)/;

/**
 * Runs the workloads of the manifests as processes on this machine, each with the environment of its pod. Replaces addresses of
 * services by local ports, and paths of secrets by files in a temporary folder.
 */
export class ChartProcesses {
  private readonly folder = mkdtempSync(join(tmpdir(), 'portico-chart-'));
  private readonly workloads = workloadsOf(readFileSync(join(ROOT, MANIFESTS), 'utf8'));
  private readonly ports = new Map<string, number>();
  private readonly running: ServiceProcess[] = [];
  private substitutes: Substitutes = { variables: {}, secrets: {} };

  async place(): Promise<void> {
    const names = this.of('Deployment').map(({ metadata }) => metadata.name);
    const ports = await freePorts(names.length);
    names.forEach((name, index) => this.ports.set(name, ports[index] ?? 0));
  }

  address(process: string): string {
    return `http://127.0.0.1:${this.ports.get(`portico-${process}`)}`;
  }

  substitute(substitutes: Substitutes): void {
    this.substitutes = substitutes;
    for (const [name, value] of Object.entries(substitutes.secrets))
      writeFileSync(join(this.folder, name), `${value}\n`);
  }

  /** Runs the jobs one after the other. @returns the exit code of each job, by its arguments. @throws if a job fails. */
  async migrate(): Promise<Record<string, number>> {
    const codes: Record<string, number> = {};
    for (const job of this.of('Job')) {
      const [service = '', ...command] = argsOf(job);
      const { code, said } = await runServiceCommand(service, command, this.environmentOf(job));
      if (code !== 0) throw new Error(said);
      codes[argsOf(job).join(' ')] = code;
    }
    return codes;
  }

  async start(): Promise<void> {
    await Promise.all(
      this.of('Deployment').map(async (deployment) => {
        const [service = ''] = argsOf(deployment);
        this.running.push(await startServiceProcess(service, this.environmentOf(deployment)));
      }),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map((process) => process.stop()));
    rmSync(this.folder, { recursive: true });
  }

  private of(kind: string): Workload[] {
    return this.workloads.filter((workload) => workload.kind === kind);
  }

  private environmentOf({ metadata, spec }: Workload): Record<string, string> {
    const { variables } = this.substitutes;
    const [{ env }] = spec.template.spec.containers;
    const entries = env
      .filter(({ name }) => !OF_ENGINES.test(name))
      .map(({ name, value }): [string, string] => [name, variables[name] ?? this.here(value)]);
    const own = { HOST: '127.0.0.1', PORT: String(this.ports.get(metadata.name) ?? 0), METRICS_PORT: '0' };
    const environment: Record<string, string> = { ...Object.fromEntries(entries), ...own };
    // The example does not set the address of Stripe's API. Tests must not use the default, which is the real address.
    if (environment['STRIPE_SECRET_KEY_FILE'] !== undefined) environment['STRIPE_API_URL'] = 'http://127.0.0.1:9';
    if (metadata.name === 'portico-console-server') environment['CONSOLE_FOLDER'] = variables['CONSOLE_FOLDER'] ?? '';
    return environment;
  }

  /** Converts the value of a pod's variable for this machine. */
  private here(value: string): string {
    const [, process = ''] = /^http:\/\/portico-([\w-]+):8080$/.exec(value) ?? [];
    if (process) return this.address(process);
    const [, secret = ''] = /^\/etc\/portico\/(\w+)\/value$/.exec(value) ?? [];
    return secret ? join(this.folder, secret) : value;
  }
}

const argsOf = ({ spec }: Workload): string[] => spec.template.spec.containers[0].args;
