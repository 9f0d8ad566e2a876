/**
 * Runs the launcher with stand-in services, for its tests: `node stand-in-stack.ts DATA_DIR [broken | stubborn]`. PostgreSQL is real.
 * `outer` is stopped before `inner`. `broken` makes `inner` exit during its start. `stubborn` adds a service that has to be killed.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../postgres/index.ts';
import { freePorts } from '../../process/ports.ts';
import { LAYOUT_VERSION, takeDataDirectory, writeStackFile } from '../data-directory.ts';
import { createLaunch } from '../launch.ts';
import type { Component } from '../component.ts';
import { run } from '../run.ts';
import { createScreen } from '../screen.ts';
import { service } from '../service.ts';

const [dataDir = '', mode = ''] = process.argv.slice(2);
const [postgresPort = 0, outerPort = 0, innerPort = 0, stubbornPort = 0] = await freePorts(4);
const screen = createScreen(process.stdout, process.env);

const standIn = (name: string, port: number, itsMode = ''): Component =>
  service({
    name,
    dataDir,
    args: [fileURLToPath(new URL('stand-in-service.ts', import.meta.url))],
    env: { ...process.env, PORT: String(port), NAME: name, MODE: itsMode, ENDED: join(dataDir, 'ended') },
    cwd: dataDir,
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    detail: String(port),
  });

const launch = createLaunch<{ postgresUrl: string }>(
  {
    engines: [
      {
        name: 'PostgreSQL',
        start: async () => {
          const { exited, stop, url } = await startPostgres({ dataDir, port: postgresPort, fast: true });
          return { exited, stop, found: { postgresUrl: url } };
        },
      },
    ],
    build: async () => 'nothing has changed',
    components: async () => ({
      services: [
        standIn('inner', innerPort, mode === 'broken' ? mode : ''),
        ...(mode === 'stubborn' ? [standIn('stubborn', stubbornPort, mode)] : []),
      ],
      outer: [standIn('outer', outerPort)],
    }),
    pace: { firstMs: 50, maxMs: 200, steadyMs: 10_000 },
  },
  screen,
);

let release = () => {};
await run(
  {
    start: async () => {
      release = await takeDataDirectory(dataDir, false);
      writeStackFile(dataDir, {
        version: LAYOUT_VERSION,
        pid: process.pid,
        running: false,
        consoleUrl: 'http://localhost',
        apiUrl: 'http://localhost',
        kafkaBrokers: '',
        ownsKafka: false,
        issuer: '',
        clientId: '',
        audience: '',
        postgresUrl: '',
        clickhouseUrl: '',
        stripeApiUrl: '',
        mailUrl: '',
      });
      await launch.start();
      screen.line('READY');
    },
    stop: async () => {
      await launch.stop();
      release();
    },
  },
  screen,
);
