import { freePort } from '@portico/stack/process';
import type { Balancer } from './balancer.ts';
import { hasHaproxy, startHaproxy } from './haproxy.ts';
import { startOwnBalancer } from './own-balancer.ts';

/** haproxy where it is installed; otherwise one of the kit. @param ports - where the processes listen, or are going to. */
export const startBalancer = async (ports: readonly number[]): Promise<Balancer> =>
  (hasHaproxy() ? startHaproxy : startOwnBalancer)(await freePort(), ports);
