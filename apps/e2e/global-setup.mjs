// Starts the product pool once, before the browser suites. This file is plain JavaScript, because jest imports it natively.
// Node strips the types of the TypeScript files that this file imports.
import { startProductPool } from './src/product-pool.ts';

export default async function globalSetup() {
  const { port, stop } = await startProductPool();
  process.env.PORTICO_PRODUCTS = String(port);
  globalThis.stopPorticoProducts = stop;
}
