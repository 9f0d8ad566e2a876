export const HELP = `Publishes integration events: with a key over HTTP, without one to Kafka's shared topic.

  npm run publish:event -- --integration payroll --event payrun.completed --message "Paid 12 employees"
  PORTICO_KEY=ptk_live_… npm run publish:event -- --event payrun.completed --type payroll

Whose event it is, without a key
  --integration NAME      an integration by its name, looked up through the API
  --source-id N           or its id,
  --organization-id N     with the id of its organization

What happened
  --event NAME            e.g. payrun.completed
  --type NAME             kind of source; default: the integration's name, with a key 'other'
  --result RESULT         SUCCESS (default) or FAILURE
  --severity SEVERITY     TRACE, DEBUG, INFO, WARN, ERROR or FATAL; default: INFO, ERROR on FAILURE
  --message TEXT          what people read
  --details JSON          an object with whatever else should be kept
  --trace-id HEX          32 hex digits; default: a new one
  --id ID                 default: a new UUID. Publishing an id again changes nothing

How
  --count N               that many events, each with an id of its own
  --rate N                at that many a second
  --key KEY               over HTTP with this key; default: PORTICO_KEY, which no list of processes shows
  --cloud-event MODE      to Kafka as CloudEvents 1.0, structured or binary; default: plain JSON
  --brokers LIST          to Kafka; default: KAFKA_BROKERS, the running local stack's, or localhost:9092
  --api URL               default: the running local stack's, or http://localhost:3001
  --help                  this text

The look-up by name uses the product token in PORTICO_TOKEN, or signs in to the running local stack as its demo admin.`;
