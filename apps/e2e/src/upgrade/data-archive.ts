import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

/** What a start writes again, and what only this machine can read. */
const LEFT_OUT = ['./lock', './lock.*', './logs', './run', './postgres/postmaster.opts', './postgres/postmaster.pid'];
const MAX_BYTES = 1024 * 1024 * 1024;
/** Five databases begin as copies of one: a window over all of them stores what they share once. */
const COMPRESSION = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  [constants.ZSTD_c_windowLog]: 27,
};

/** Packs the data directory of a stack that has ended into one file, the same on every machine. @returns its bytes. */
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

/** Unpacks it; the files belong to this process's user, and keep who may read them. */
export const unpackDataDirectory = async (file: string, dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  const params = { [constants.ZSTD_d_windowLogMax]: 27 };
  const tar = await promisify(zstdDecompress)(await readFile(file), { params });
  const unpacking = promisify(execFile)('tar', ['-x', '-p', '--no-same-owner', '-f', '-', '-C', dataDir]);
  unpacking.child.stdin?.end(tar);
  await unpacking;
};
