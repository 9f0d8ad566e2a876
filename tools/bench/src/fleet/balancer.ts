// A balancer in a process of its own, so that it takes no time of the publisher's:  node balancer.ts <port> …
import { startBalancer } from '@portico/testkit';

const balancer = await startBalancer(process.argv.slice(2).map(Number));
process.once('disconnect', () => void balancer.stop().finally(() => process.exit()));
process.send?.({ kind: balancer.kind, url: balancer.url });
