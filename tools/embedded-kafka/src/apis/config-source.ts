const DYNAMIC_TOPIC = 1;
const DEFAULT = 5;

/** The protocol's number for the source of a topic configuration: the default or the topic. */
export function configSource(isDefault: boolean): number {
  return isDefault ? DEFAULT : DYNAMIC_TOPIC;
}
