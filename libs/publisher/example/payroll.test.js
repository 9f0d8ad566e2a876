// A test of another project: what the payroll run publishes, seen by a server of the test's own.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createPublisher } from '@portico/publisher';

const received = [];
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const events = JSON.parse(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
  received.push(...events);
  response.writeHead(202, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ accepted: events.length, rejected: [] }));
});
let publisher;

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const key = `ptk_test_${'a'.repeat(8)}_${'0'.repeat(32)}`;
  publisher = createPublisher({ url: `http://127.0.0.1:${server.address().port}`, key });
});
after(async () => {
  await publisher.close();
  server.close();
});

await test('a payroll run publishes an event for each employee, in order', async () => {
  const employees = ['ada', 'grace', 'linus'];
  const { accepted } = await publisher.publish(
    employees.map((employee) => ({
      source_type: 'payroll',
      event_name: 'payslip.sent',
      result: 'SUCCESS',
      details: { message: `Payslip sent to ${employee}`, employee },
    })),
  );
  assert.equal(accepted, 3);
  assert.deepEqual(
    received.map(({ details }) => details.employee),
    employees,
  );
});
