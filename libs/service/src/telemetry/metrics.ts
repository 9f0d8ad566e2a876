export { showBuild } from './build-info.ts';
export { serveMetrics } from './metrics-server.ts';
