import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { packDataDirectory, unpackDataDirectory } from './data-archive.ts';
import type { Answers } from './fixture-content.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures', import.meta.url));
const dataFile = (name: string): string => join(FOLDER, `${name}.portico.tar.zst`);
const answersFile = (name: string): string => join(FOLDER, `${name}.answers.json.zst`);

/** Days that events are kept in a stack running on a fixture: longer than the age of any fixture. */
export const KEEP_EVENTS = { EVENTS_RETENTION_DAYS: '20000' };

/** Names of the versions with a stored data folder. */
export const fixtureNames = async (): Promise<string[]> =>
  (await readdir(FOLDER)).flatMap((file) => /^(.+)\.portico\.tar\.zst$/.exec(file)?.[1] ?? []);

/** @returns the bytes of the fixture. */
export const saveFixture = async (name: string, dataDir: string, answers: Answers): Promise<number> => {
  const packed = await promisify(zstdCompress)(JSON.stringify(answers));
  await writeFile(answersFile(name), packed);
  return (await packDataDirectory(dataDir, dataFile(name))) + packed.length;
};

/**
 * Unpacks the data folder of a version.
 * @returns the responses of its API.
 */
export const openFixture = async (name: string, dataDir: string): Promise<Answers> => {
  await unpackDataDirectory(dataFile(name), dataDir);
  const unpacked = await promisify(zstdDecompress)(await readFile(answersFile(name)));
  return JSON.parse(unpacked.toString()) as Answers;
};
