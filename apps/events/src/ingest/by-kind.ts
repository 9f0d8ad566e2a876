import type { ActivityKey } from '@portico/contracts/events/activity';

/** A value for each kind of event. It finds a value without making a text of the kind: every stored event comes here. */
export class ByKind<Value> {
  /** In the order in which they were created. */
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
