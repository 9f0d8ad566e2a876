import { createServer } from 'node:http';
import { listen, read } from './start-gateway.ts';

type Attribute = { key: string; value: Record<string, unknown> };
type Spoken = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes?: Attribute[];
  links?: { traceId: string; spanId: string; attributes?: Attribute[] }[];
};

const KINDS = ['', 'internal', 'server', 'client', 'producer', 'consumer'];
const valuesOf = (attributes: Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export type SeenSpan = Omit<Spoken, 'kind' | 'attributes' | 'links'> & {
  service: string;
  /** Attributes of the process that sent the span. */
  resource: Record<string, unknown>;
  kind: string;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string; attributes: Record<string, unknown> }[];
};

export type TraceReceiver = { url: string; spans: SeenSpan[]; stop: () => void };

/** Starts an OTLP/HTTP collector that stores the received spans. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: SeenSpan[] = [];
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      const { resourceSpans } = JSON.parse(text) as {
        resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Spoken[] }[] }[];
      };
      for (const { resource, scopeSpans } of resourceSpans) {
        const about = valuesOf(resource.attributes);
        const service = String(about['service.name']);
        for (const { kind, attributes, links = [], ...span } of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            service,
            resource: about,
            kind: KINDS[kind] ?? '',
            attributes: valuesOf(attributes),
            links: links.map((link) => ({ ...link, attributes: valuesOf(link.attributes) })),
          });
      }
    });
  });
  const url = await listen(server);
  return {
    url,
    spans,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
