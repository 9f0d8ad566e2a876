import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** When a process starts, a log larger than this is renamed to `<name>.log.1`. */
const MAX_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;

export const openLog = (dataDir: string, name: string): string => {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.log`);
  if (sizeOf(file) > MAX_BYTES) renameSync(file, `${file}.1`);
  return file;
};

/** Size of the log in bytes. 0 if it does not exist. */
export const sizeOf = (log: string): number => statSync(log, { throwIfNoEntry: false })?.size ?? 0;

/** Returns up to `count` of the last lines in readable form, without structured lines below a warning. Skips the first `from` bytes. */
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

/** Lowest level of structured logs that reports a problem. */
const WARNING = 40;

/** Returns the message of a structured line, or no message if its level is below a warning. Returns other lines unchanged. */
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
