/** A load balancer in front of a service's processes, which checks their readiness. */
export type Balancer = { kind: 'haproxy' | 'of the kit'; url: string; stop: () => Promise<void> };
