export { KeySealing } from './sealed-keys.ts';
export { ALGORITHM, keepRotating, replaceAll, rotateNow } from './rotation.ts';
export { SigningKey } from './signing-key.entity.ts';
export { SigningKeys } from './signing-keys.ts';
