import { enableCompileCache, flushCompileCache } from 'node:module';

// Stripping types and compiling is most of a start (0.4 s on a busy machine, 0.1 s with the cache). The cache
// lies in the system's temporary folder and is written right away, since a broker that is killed would never write it.
enableCompileCache();
await import('./run.ts');
flushCompileCache();
