import { readdir, readFile, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress, constants } from 'node:zlib';
import type { Answers } from './fixture-content.ts';
import { execFile } from 'node:child_process';

/** Files that a fixture omits, because each start writes them again, or because only this machine can read them. */
const EXCLUDED_PATHS = [
  './lock',
  './lock.*',
  './logs',
  './run',
  './postgres/postmaster.opts',
  './postgres/postmaster.pid',
];
const MAX_BYTES = 1024 * 1024 * 1024;
/** The five databases start as copies of one database. A compression window larger than all five stores their common content once. */
const COMPRESSION = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  [constants.ZSTD_c_windowLog]: 27,
};

/**
 * Packs the data directory of a stopped stack into one file. The file is identical on every machine.
 * @returns the size of the file in bytes
 */
const packDataDirectory = async (dataDir: string, file: string): Promise<number> => {
  const args = [
    '--create',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    ...EXCLUDED_PATHS.map((path) => `--exclude=${path}`),
    '--directory',
    dataDir,
    '.',
  ];
  const { stdout } = await promisify(execFile)('tar', args, { encoding: 'buffer', maxBuffer: MAX_BYTES });
  const packed = await promisify(zstdCompress)(stdout, { params: COMPRESSION });
  await writeFile(file, packed);
  return packed.length;
};

/** Unpacks a data directory. The files belong to this process's user and keep their permissions. */
const unpackDataDirectory = async (file: string, dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  const params = { [constants.ZSTD_d_windowLogMax]: 27 };
  const tar = await promisify(zstdDecompress)(await readFile(file), { params });
  const unpacking = promisify(execFile)('tar', ['-x', '-p', '--no-same-owner', '-f', '-', '-C', dataDir]);
  unpacking.child.stdin?.end(tar);
  await unpacking;
};

const FOLDER = fileURLToPath(new URL('../../fixtures', import.meta.url));
const dataFile = (name: string): string => join(FOLDER, `${name}.portico.tar.zst`);
const answersFile = (name: string): string => join(FOLDER, `${name}.answers.json.zst`);

/** Sets the retention of events to 20,000 days, which is longer than the age of any fixture. */
export const KEEP_EVENTS = { EVENTS_RETENTION_DAYS: '20000' };

/** Names of the versions with a stored data folder. */
export const fixtureNames = async (): Promise<string[]> =>
  (await readdir(FOLDER)).flatMap((file) => /^(.+)\.portico\.tar\.zst$/.exec(file)?.[1] ?? []);

/** Stores a fixture. @returns its size in bytes */
export const saveFixture = async (name: string, dataDir: string, answers: Answers): Promise<number> => {
  const packed = await promisify(zstdCompress)(JSON.stringify(answers));
  await writeFile(answersFile(name), packed);
  return (await packDataDirectory(dataDir, dataFile(name))) + packed.length;
};

/**
 * Unpacks the data folder of a version into `dataDir`.
 * @returns the responses of that version's API
 */
export const openFixture = async (name: string, dataDir: string): Promise<Answers> => {
  await unpackDataDirectory(dataFile(name), dataDir);
  const unpacked = await promisify(zstdDecompress)(await readFile(answersFile(name)));
  return JSON.parse(unpacked.toString()) as Answers;
};
