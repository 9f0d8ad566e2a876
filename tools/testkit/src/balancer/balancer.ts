/** A load balancer in front of processes of one service, which asks each whether it is ready. */
export type Balancer = { kind: 'haproxy' | 'of the kit'; url: string; stop: () => Promise<void> };
