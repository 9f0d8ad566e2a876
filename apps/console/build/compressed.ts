import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg)$/;

/** Writes each text file of a built page once more with gzip and Brotli, so that its server only has to send them. */
export const compressed = (): Plugin => ({
  name: 'portico:compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir === undefined) return;
    const files = await readdir(dir, { recursive: true });
    const compress = async (file: string): Promise<void> => {
      const text = await readFile(join(dir, file));
      await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(text, { level: 9 }));
      await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(text));
    };
    await Promise.all(files.filter((file) => TEXT.test(file)).map(compress));
  },
});
