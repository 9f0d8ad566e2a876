// The image's health check, which needs no shell: exits with 0 if the container's process is ready.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`, {
  signal: AbortSignal.timeout(2_500),
}).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
