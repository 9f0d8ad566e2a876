import { freePort } from '@portico/stack/process';
import type { Balancer } from './balancer.ts';
import { hasHaproxy, startHaproxy } from './haproxy.ts';
import { startOwnBalancer } from './own-balancer.ts';

/**
 * haproxy if installed, otherwise the kit's balancer.
 * @param ports - current or future ports of the processes.
 */
export const startBalancer = async (ports: readonly number[]): Promise<Balancer> =>
  (hasHaproxy() ? startHaproxy : startOwnBalancer)(await freePort(), ports);
