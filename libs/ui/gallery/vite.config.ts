import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run gallery`: every component in every state and theme. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), vanillaExtractPlugin()],
  server: { host: process.env['HOST'] ?? '127.0.0.1', port: Number(process.env['PORT'] ?? 3030) },
  build: { target: 'es2024', outDir: '../dist/gallery' },
});
