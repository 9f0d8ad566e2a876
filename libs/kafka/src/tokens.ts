export const KAFKA = Symbol('kafka');
