// Runs once before the browser suites, which take their products from the pool. Plain JavaScript, because jest imports it natively.
// Node itself strips the types of its imports.
import { startProductPool } from './src/product-pool.ts';

export default async function globalSetup() {
  const { port, stop } = await startProductPool();
  process.env.PORTICO_PRODUCTS = String(port);
  globalThis.stopPorticoProducts = stop;
}
