const DYNAMIC_TOPIC = 1;
const DEFAULT = 5;

/** Where a topic's configuration comes from, as the protocol numbers it. */
export function configSource(isDefault: boolean): number {
  return isDefault ? DEFAULT : DYNAMIC_TOPIC;
}
