import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Trust } from '@portico/contracts/common/trust';
import { connectOf, publisherOf, withTopic } from '../../testing/connect.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { bodyOf, part, showConnect } from '../../testing/render-connect.tsx';

const codeOf = async (language: string) =>
  (await screen.findByRole('region', { name: `Example for ${language}` })).textContent;

describe('the ways to publish', () => {
  it('include HTTP, with examples in six languages that contain the ids', async () => {
    showConnect();
    const doors = await part(/Send your first event/);
    const languages = within(doors.getByRole('group', { name: 'Language' })).getAllByRole('radio');
    expect(languages.map((radio) => radio.closest('label')?.textContent)).toEqual([
      'curl',
      'Node',
      'Python',
      'Java',
      'Go',
      'PHP',
    ]);
    for (const language of ['Node', 'Python', 'Java', 'Go', 'PHP']) {
      await userEvent.click(doors.getByRole('radio', { name: language }));
      const code = await codeOf(language);
      expect(code).toContain('https://api.acme.test/ingest/events');
      expect(code).toMatch(/source_id\W+3/);
      expect(code).toMatch(/organization_id\W+4/);
    }
    expect(doors.getByText('6,000 events a minute, 1 GiB a day')).toBeTruthy();
  });

  it('include a separate topic, which a button creates', async () => {
    let connect = connectOf(3, { right: 'publisher' });
    showConnect({}, [], { 'PUT /integrations/3/door': () => (connect = withTopic(connect)) });
    const doors = await part(/Send your first event/);
    await userEvent.click(doors.getByRole('radio', { name: 'Kafka, own topic' }));
    expect(doors.queryByRole('region', { name: /Example/ })).toBeNull();
    await userEvent.click(doors.getByRole('button', { name: 'Use Kafka' }));
    expect(await doors.findByText('integration.door.v1.3')).toBeTruthy();
    expect(doors.getByText('kafka1.acme.test:9093,kafka2.acme.test:9093')).toBeTruthy();
    expect(doors.getByText('https://api.acme.test/oauth/token')).toBeTruthy();
    expect(await codeOf('kcat')).toContain("'sasl.mechanisms=PLAIN'");
    await userEvent.click(doors.getByRole('radio', { name: 'With a token' }));
    expect(await codeOf('kcat')).toContain("'sasl.oauthbearer.method=oidc'");
  });

  it('include the shared topic without a key, and warn if the topic is closed', async () => {
    showConnect({ trust: 'enforce' });
    const doors = await part(/Send your first event/);
    await userEvent.click(doors.getByRole('radio', { name: 'Kafka, shared topic' }));
    expect(await codeOf('kcat')).not.toContain('sasl');
    expect(doors.getByText(/Portico rejects events of this integration on the shared topic/)).toBeTruthy();
  });
});

describe('the trust of the shared topic', () => {
  const show = (trust: Trust) => {
    const sent: unknown[] = [];
    showConnect({ trust }, [], {
      'PUT /integrations/3/trust': (_, request) => {
        const body = bodyOf(request) as { trust: Trust };
        sent.push(body);
        return connectOf(3, { right: 'publisher', ...body });
      },
    });
    return sent;
  };
  const checked = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;

  it('changes immediately, but only after a confirmation if the change closes the topic', async () => {
    const sent = show('open');
    await part('The shared topic');
    await userEvent.click(screen.getByRole('radio', { name: 'Observe' }));
    await waitFor(() => expect(checked('Observe')).toBe(true));
    await userEvent.click(screen.getByRole('radio', { name: 'Enforce' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect([checked('Observe'), sent]).toEqual([true, [{ trust: 'observe' }]]);
    await userEvent.click(screen.getByRole('radio', { name: 'Enforce' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Enforce' }));
    await waitFor(() => expect(checked('Enforce')).toBe(true));
    expect(sent).toEqual([{ trust: 'observe' }, { trust: 'enforce' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the contract', () => {
  it("is a table of fields from the API's JSON Schema", async () => {
    showConnect();
    const contract = await part('What an event looks like');
    const table = within(await contract.findByRole('table', { name: 'Fields of an event' }));
    const row = async (name: RegExp) => (await table.findByRole('row', { name })).textContent;
    expect(await row(/^id /)).toBe('idtextUnique for ever within the integration.1 to 128 characterspayroll-7f9c2ba4');
    expect(await row(/^result /)).toBe('resulttextSUCCESS or FAILURESUCCESS');
    expect(screen.getByRole('link', { name: 'AsyncAPI' }).getAttribute('href')).toBe(
      'https://api.acme.test/asyncapi.yaml',
    );
  });
});

describe('the list of publishers', () => {
  it('is hidden from publishers', async () => {
    showConnect();
    await part('The shared topic');
    expect(screen.queryByRole('tab', { name: 'Publishers' })).toBeNull();
  });

  it('lets managers add publishers by e-mail and remove them', async () => {
    const rows = [publisherOf(1)];
    showConnect({ right: 'manager' }, [], {
      'GET /integrations/3/publishers': () => ({ data: rows, count: rows.length }),
      'POST /integrations/3/publishers': (_, request) => {
        const named = publisherOf(2, { user: null, ...(bodyOf(request) as { email: string }) });
        rows.push(named);
        return named;
      },
      'DELETE /integrations/3/publishers/1': () => {
        rows.shift();
        return new Response(null, { status: 204 });
      },
    });
    const publishers = await part('Publishers');
    expect(await publishers.findByText('Vera 1')).toBeTruthy();
    await userEvent.click(publishers.getByRole('button', { name: 'Name a publisher' }));
    await userEvent.type(await publishers.findByRole('textbox', { name: /Email/ }), 'Nora@Vendor.test');
    await userEvent.click(publishers.getByRole('button', { name: 'Name publisher' }));
    expect(await publishers.findByText('nora@vendor.test')).toBeTruthy();
    expect(publishers.getByText('Has not signed in yet')).toBeTruthy();
    await userEvent.click(publishers.getByRole('button', { name: 'Remove publisher1@vendor.test' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(publishers.queryByText('publisher1@vendor.test')).toBeNull());
  });
});

describe('the Connect page', () => {
  it('warns if the integration cannot accept any event', async () => {
    showConnect({ active: false, organization: null });
    expect(await screen.findByText(/This integration is inactive/)).toBeTruthy();
    expect(screen.getByText(/until it is assigned to an organization/)).toBeTruthy();
  });

  it('does not exist for users who may not connect the integration', async () => {
    showConnect({}, [], {
      'GET /integrations/3/connect': () => refusalOf(404, 'not_found', 'The integration does not exist'),
    });
    expect(await screen.findByText('The integration does not exist')).toBeTruthy();
    expect(screen.queryByRole('region', { name: /Create a key/ })).toBeNull();
  });
});
