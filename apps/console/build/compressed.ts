import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { minify, type Plugin } from 'vite';

const TEXT = /\.(js|css|svg)$/;

/** Whether a file is a script of the public folder. The bundler copies these scripts without minifying them. */
const isCopied = (file: string): boolean => file.endsWith('.js') && !file.includes('/');

/** @throws if the source is not valid JavaScript */
const minified = async (file: string, source: string): Promise<string> => {
  if (!isCopied(file)) return source;
  const { code, errors } = await minify(file, source, { module: false });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`);
  return code;
};

/**
 * Minifies the copied scripts, and compresses each text file of the built page with gzip and Brotli, so that the server only has
 * to send them.
 */
export const compressed = (): Plugin => ({
  name: 'portico:compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir === undefined) return;
    const files = await readdir(dir, { recursive: true });
    const compress = async (file: string): Promise<void> => {
      const source = await readFile(join(dir, file), 'utf8');
      const text = await minified(file, source);
      if (text !== source) await writeFile(join(dir, file), text);
      await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(text, { level: 9 }));
      await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(text));
    };
    await Promise.all(files.filter((file) => TEXT.test(file)).map(compress));
  },
});
