import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { endpoint } from '@portico/contracts/http/endpoint';
import type { Integration } from '@portico/contracts/http/integrations';
import { Button, Waiting } from '@portico/ui';
import { z } from 'zod/mini';
import { useApi } from '../../api/use-api.ts';
import { useCopy } from '../../shared/copy/use-copy.ts';
import * as styles from './first-run.css.ts';
import { serverNow } from '../../shared/time/server-clock.ts';

const asyncApi = endpoint({
  method: 'GET',
  path: '/asyncapi.yaml',
  audit: { none: 'a public document' },
  summary: 'The contract of publishers, which names the brokers',
  media: 'application/yaml',
  response: z.string(),
});

/** Placeholder while the broker is unknown. */
const UNKNOWN = 'BROKER:9092';

/** Returns the address of the first broker in the AsyncAPI contract, or `UNKNOWN`. */
export const brokerOf = (yaml: string): string => /^\s*host:\s*['"]?([^\s'"]+)/m.exec(yaml)?.[1] ?? UNKNOWN;

const commandOf = (broker: string, { id, organizationId }: Pick<Integration, 'id' | 'organizationId'>): string => {
  const event = {
    id: 'first-event',
    source_id: id,
    organization_id: organizationId,
    source_type: 'example',
    event_name: 'example.started',
    result: 'SUCCESS',
    severity_text: 'INFO',
    timestamp: new Date(serverNow()).toISOString(),
    details: { message: 'The first event' },
  };
  return `echo '${JSON.stringify(event)}' | kcat -P -b ${broker} -t ${INTEGRATION_EVENTS_TOPIC} -k ${organizationId}`;
};

export const FirstEvent = ({ integration }: { integration: Integration }) => {
  const api = useApi();
  const { data: broker = UNKNOWN } = useQuery({
    queryKey: ['broker'],
    queryFn: async ({ signal }) => brokerOf(await (await api.stream(asyncApi, { signal })).text()),
    staleTime: Infinity,
  });
  const [command] = useState(() => (at: string) => commandOf(at, integration));
  const { isCopied, copy } = useCopy();
  return (
    <>
      <pre className={styles.command} aria-label="Command">
        {command(broker)}
      </pre>
      <Button variant="secondary" size="sm" onPress={() => void copy(command(broker))}>
        {isCopied ? 'Copied' : 'Copy the command'}
      </Button>
      <Waiting text="Waiting for the first event…" />
    </>
  );
};
