import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';

import { join } from 'node:path';
import { readFileIfPresent, writeFileAtomic } from './atomic-file.ts';

/** Increases when the layout of the files changes. Folders of another version are rejected, not converted. */
const FORMAT_VERSION = 1;
const FORMAT_FILE = 'format.json';

/** The broker could not start, for a reason that a person can fix. */
export class StartError extends Error {
  override name = 'StartError';
}

interface DataFolder {
  readonly path: string;
  /** Id that is constant for the folder's lifetime. A client uses it to detect that it has connected to another cluster. */
  readonly clusterId: string;
  release(): Promise<void>;
}

/** @throws StartError if another broker uses the folder or the folder's content has another format. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  mkdirSync(path, { recursive: true });
  const lock = await lockFolder(path);
  const release = (): Promise<void> => new Promise((resolve) => lock.close(() => resolve()));
  try {
    return { path, clusterId: readFormat(path), release };
  } catch (error) {
    await release();
    throw error;
  }
}

function readFormat(path: string): string {
  const file = join(path, FORMAT_FILE);
  const bytes = readFileIfPresent(file);
  if (bytes === undefined) {
    if (readdirSync(path).length > 0) throw new StartError(`${path} is not empty and holds no broker data`);
    const clusterId = randomBytes(16).toString('base64url');
    writeFileAtomic(file, JSON.stringify({ format: FORMAT_VERSION, clusterId }), true);
    return clusterId;
  }
  let stored: { format?: unknown; clusterId?: unknown };
  try {
    stored = JSON.parse(bytes.toString('utf8')) as typeof stored;
  } catch {
    throw new StartError(`${file} cannot be read`);
  }
  if (stored.format !== FORMAT_VERSION || typeof stored.clusterId !== 'string') {
    const text = `${path} has data format ${String(stored.format)}, this broker reads ${FORMAT_VERSION}`;
    throw new StartError(`${text}: use another folder or the broker that wrote it`);
  }
  return stored.clusterId;
}

/**
 * Locks the folder with a local socket named after the folder's identity. The kernel frees the socket even after `kill -9`, unlike
 * a file with a process id. Linux has socket names without a file, Windows has pipes. Elsewhere the socket is a file, which a broker
 * takes over if no process answers on it. Containers that share a folder do not detect each other.
 */
async function lockFolder(path: string): Promise<Server> {
  const { dev, ino } = statSync(path, { bigint: true });
  const name = `portico-embedded-kafka-${dev}-${ino}`;
  const address = { linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}` }[process.platform as 'linux' | 'win32'];
  if (address !== undefined) return holdSocket(address, path);
  const file = join(tmpdir(), name);
  if (!(await answers(file))) rmSync(file, { force: true });
  return holdSocket(file, path);
}

function holdSocket(address: string, path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new StartError(`${path} is in use by another broker`) : error);
    });
    server.listen(address, () => resolve(server.unref()));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
