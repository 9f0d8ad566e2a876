export { showBuild } from './build-info.ts';
export { collectDefaults, serveMetrics } from './metrics-server.ts';
