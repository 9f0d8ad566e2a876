import type { ActivityKey } from '@portico/contracts/events/activity';

/** A map with a value for each kind of event. A look-up builds no string, because it runs for every stored event. */
export class ByKind<Value> {
  /** All values, in order of creation. */
  readonly values: Value[] = [];
  private readonly organizations = new Map<number, Map<number, Map<string, Value>>>();

  constructor(private readonly create: (kind: ActivityKey) => Value) {}

  of(event: ActivityKey): Value {
    const { organization_id, source_id, event_name } = event;
    let sources = this.organizations.get(organization_id);
    if (!sources) this.organizations.set(organization_id, (sources = new Map()));
    let names = sources.get(source_id);
    if (!names) sources.set(source_id, (names = new Map()));
    let value = names.get(event_name);
    if (value === undefined) {
      value = this.create({ organization_id, source_id, event_name });
      names.set(event_name, value);
      this.values.push(value);
    }
    return value;
  }
}
