import { once } from 'node:events';
import { freePorts } from '@portico/stack/process';
import type { ServiceProcess } from '@portico/testkit';
import { WebSocket } from 'ws';
import { residentBytes } from '../processes.ts';
import { round } from '../statistics.ts';
import type { BenchStack } from '../bench-stack.ts';
import { startViewers, type Watched } from './live-load.ts';

/** Number of warm-up viewers, because the first connections load code and create buffers. */
const BEFORE = 50;

type ViewerMemory = {
  /** KiB per viewer in the heap and the buffers of the service after a garbage collection. */
  held: number;
  /** KiB of resident memory per viewer, including unused memory of the allocator. */
  resident: number;
};

/** Measures memory per viewer in an idle service, after every published event is stored. */
export async function measureViewerMemory(
  stack: BenchStack,
  database: string,
  viewers: number,
  watch: (service: ServiceProcess) => Promise<Watched>,
): Promise<ViewerMemory> {
  const [port = 0] = await freePorts(1);
  const service = await stack.startService(database, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const watched = await watch(service);
  const few = await startViewers(watched, { rate: 1, seconds: 1, viewers: BEFORE });
  const inspector = await inspect(port);
  const [before, residentBefore] = [await heldBytes(inspector), await residentBytes(service.pid)];
  const many = await startViewers(watched, { rate: 1, seconds: 1, viewers });
  const [after, residentAfter] = [await heldBytes(inspector), await residentBytes(service.pid)];
  inspector.close();
  few.disconnect();
  many.disconnect();
  await service.stop();
  const kibAViewer = (bytes: number): number => round(bytes / 1024 / viewers);
  return { held: kibAViewer(after - before), resident: kibAViewer(residentAfter - residentBefore) };
}

async function inspect(port: number): Promise<WebSocket> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '', { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

/** Collects garbage, and returns the bytes of the heap and the buffers. */
async function heldBytes(inspector: WebSocket): Promise<number> {
  await ask(inspector, 'HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  const answer = await ask(inspector, 'Runtime.evaluate', { expression });
  return (answer as { result: { value: number } }).result.value;
}

let asked = 0;
function ask(inspector: WebSocket, method: string, params: object = {}): Promise<unknown> {
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    const listen = (data: Buffer): void => {
      const answer = JSON.parse(data.toString()) as { id?: number; result: unknown };
      if (answer.id !== id) return;
      inspector.off('message', listen);
      resolve(answer.result);
    };
    inspector.on('message', listen);
    inspector.send(JSON.stringify({ id, method, params }));
  });
}
