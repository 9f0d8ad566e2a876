import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

/** Files that are rewritten at each start, or that only this machine can read. */
const LEFT_OUT = ['./lock', './lock.*', './logs', './run', './postgres/postmaster.opts', './postgres/postmaster.pid'];
const MAX_BYTES = 1024 * 1024 * 1024;
/** The five databases start as copies of one. A window larger than all of them stores their common content once. */
const COMPRESSION = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  [constants.ZSTD_c_windowLog]: 27,
};

/**
 * Packs the data directory of a stopped stack into one file, identical on every machine.
 * @returns its bytes.
 */
export const packDataDirectory = async (dataDir: string, file: string): Promise<number> => {
  const args = [
    '--create',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    ...LEFT_OUT.map((path) => `--exclude=${path}`),
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
export const unpackDataDirectory = async (file: string, dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  const params = { [constants.ZSTD_d_windowLogMax]: 27 };
  const tar = await promisify(zstdDecompress)(await readFile(file), { params });
  const unpacking = promisify(execFile)('tar', ['-x', '-p', '--no-same-owner', '-f', '-', '-C', dataDir]);
  unpacking.child.stdin?.end(tar);
  await unpacking;
};
