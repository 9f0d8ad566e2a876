import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A log is put aside as `<name>.log.1` at a start when it has grown over this. */
const MAX_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;

/** Where a process of the stack writes what it has to say; the folder exists afterwards. */
export const openLog = (dataDir: string, name: string): string => {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.log`);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(file, `${file}.1`);
  return file;
};

/** Bytes in the log now: what is written later stands behind them. */
export const sizeOf = (log: string): number => statSync(log, { throwIfNoEntry: false })?.size ?? 0;

/** The last lines written after `from` that tell of trouble, at most `count`, as people read them. */
export const lastLines = (log: string, count: number, from = 0): string[] => {
  let file: number;
  try {
    file = openSync(log, 'r');
  } catch {
    return [];
  }
  try {
    const { size } = fstatSync(file);
    const start = Math.max(from, size - TAIL_BYTES, 0);
    const bytes = Buffer.alloc(Math.max(0, size - start));
    readSync(file, bytes, 0, bytes.length, start);
    const lines = bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    return lines.flatMap(toReadable).slice(-count);
  } finally {
    closeSync(file);
  }
};

/** Levels of structured logs from which on a line reports trouble. */
const WARNING = 40;

/** What a structured line says, unless all is well there; any other line as it is. */
const toReadable = (line: string): string[] => {
  if (!line.startsWith('{')) return [line];
  try {
    const {
      level = WARNING,
      msg,
      err,
    } = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
    if (level < WARNING) return [];
    const parts = [msg, err?.message].filter((part, index, all) => part && all.indexOf(part) === index);
    return [parts.join(': ') || line];
  } catch {
    return [line];
  }
};
