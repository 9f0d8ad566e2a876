#!/usr/bin/env node
import module from 'node:module';

// Compiling, including the removal of types, takes most of the time of a start: 0.4 s on a busy machine, and 0.1 s with the cache. The
// cache is in the system's temporary folder. It is written at once, because a killed broker would never write it.
const { enableCompileCache, flushCompileCache } = module as Partial<typeof module>; // Node 22
enableCompileCache?.();
await import('./run.ts');
flushCompileCache?.();
