import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createdKeyOf, keyOf } from '../../../testing/connect.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { bodyOf, part, showConnect } from '../../../testing/render-connect.tsx';

const keysPart = () => part(/Create a key/);
const code = async () => (await screen.findByRole('region', { name: /^Example for/ })).textContent;

describe('the keys of an integration', () => {
  it('show their kind, validity and last use', async () => {
    showConnect({}, [
      keyOf(5, { label: 'Production', lastUsedAt: new Date(Date.now() - 120_000).toISOString() }),
      keyOf(4, { label: 'Nightly', state: 'rotating', expiresAt: '2026-03-04T12:00:00.000Z', mode: 'test' }),
      keyOf(3, { label: 'Reader', kind: 'read' }),
      keyOf(2, { label: 'Old', state: 'expired', expiresAt: '2026-01-04T12:00:00.000Z' }),
      keyOf(1, { label: 'Lost', state: 'revoked', revokedAt: '2026-01-05T12:00:00.000Z', createdBy: null }),
    ]);
    const keys = await keysPart();
    const rows = within(await keys.findByRole('list', { name: 'Keys' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^ProductionValidptk_live_f{8}….*Publishes events · created by ada@acme.test .* · last used 2 min ago/,
      ),
      expect.stringMatching(/^NightlyTestValid until Mar 4, .*ptk_test_.*not used yet/),
      expect.stringMatching(/^ReaderValid.*Checks events, cannot publish events/),
    ]);
    const ended = within(keys.getByRole('list', { name: 'Revoked and expired keys', hidden: true }));
    const texts = ended.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent);
    expect(texts).toEqual([expect.stringMatching(/^OldExpired Jan 4/), expect.stringMatching(/^LostRevoked Jan 5/)]);
    expect(ended.queryByRole('button', { hidden: true })).toBeNull();
  });

  it('show a new key once with a copy button, and insert the key into the examples', async () => {
    const user = userEvent.setup();
    const { sent } = showConnect();
    const keys = await keysPart();
    expect(await code()).toContain('Bearer YOUR_KEY');
    await user.click(await keys.findByRole('button', { name: 'Create a key' }));
    await user.type(await keys.findByRole('textbox', { name: /Label/ }), ' Production ');
    await user.click(keys.getByRole('button', { name: 'Create key' }));
    const made = within(await keys.findByRole('region', { name: 'The new key Production' }));
    expect(document.activeElement).toBe(keys.getByRole('region', { name: 'The new key Production' }));
    expect(sent).toEqual([{ label: 'Production', kind: 'publish', mode: 'live' }]);
    const { key } = createdKeyOf(9);
    expect(made.getByText(key)).toBeTruthy();
    expect(made.getByText(/won't be able to see it again/)).toBeTruthy();
    await user.click(made.getByRole('button', { name: 'Copy the key' }));
    expect(await navigator.clipboard.readText()).toBe(key);
    expect(await code()).toContain(`Bearer ${key}`);
    await user.click(made.getByRole('button', { name: 'I have copied it' }));
    expect(screen.queryByRole('region', { name: 'The new key Production' })).toBeNull();
    expect(keys.queryByRole('form')).toBeNull();
    await user.click(keys.getByRole('button', { name: 'Create another key' }));
    const label = await keys.findByRole<HTMLInputElement>('textbox', { name: /Label/ });
    expect([label.value, document.activeElement]).toEqual(['', label]);
  });

  it("show an error for an empty label, and the server's rejection", async () => {
    showConnect({}, [], { 'POST /integrations/3/keys': () => refusalOf(409, 'conflict', 'There are 5 already') });
    const keys = await keysPart();
    await userEvent.click(await keys.findByRole('button', { name: 'Create a key' }));
    await userEvent.click(await keys.findByRole('button', { name: 'Create key' }));
    expect(await keys.findByText('Label should not be empty')).toBeTruthy();
    await userEvent.type(keys.getByRole('textbox', { name: /Label/ }), 'x');
    await userEvent.click(keys.getByRole('button', { name: 'Create key' }));
    expect((await screen.findAllByText('There are 5 already')).length).toBeGreaterThan(0);
  });

  it('are limited to five, and the form for a new key disappears at the limit', async () => {
    showConnect(
      {},
      [1, 2, 3, 4, 5].map((id) => keyOf(id)),
    );
    const keys = await keysPart();
    expect(await keys.findByText('There are 5 valid keys. Revoke one to create another.')).toBeTruthy();
    expect(keys.queryByRole('button', { name: /^Create/ })).toBeNull();
  });

  it('can be rotated, and the old key stays valid for the chosen time', async () => {
    const bodies: unknown[] = [];
    showConnect({}, [keyOf(1, { label: 'Production' })], {
      'POST /integrations/3/keys/bbbbbbbb/rotate': (_, request) => {
        bodies.push(bodyOf(request));
        return createdKeyOf(9, { label: 'Production' });
      },
    });
    const keys = await keysPart();
    await userEvent.click(await keys.findByRole('button', { name: 'Rotate Production' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rotate Production' }));
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: '24 hours' }).checked).toBe(true);
    expect(dialog.getAllByRole('radio')).toHaveLength(4);
    await userEvent.click(dialog.getByRole('radio', { name: '1 hour' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Rotate' }));
    expect(await screen.findByRole('region', { name: 'The new key Production' })).toBeTruthy();
    expect(bodies).toEqual([{ overlap: '1h' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('cannot be rotated or revoked by a publisher if they belong to a manager', async () => {
    showConnect({ right: 'publisher' }, [keyOf(5, { label: 'Theirs', mayEnd: false }), keyOf(4, { label: 'Ours' })]);
    const keys = await keysPart();
    const rows = within(await keys.findByRole('list', { name: 'Keys' })).getAllByRole('listitem');
    expect(
      rows.map((row) =>
        within(row)
          .queryAllByRole('button')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([[], ['Rotate', 'Revoke']]);
    expect(rows[0]?.textContent).toContain('Only managers can rotate or revoke this key');
  });

  it('are revoked after confirmation, and disappear from the examples', async () => {
    const created = createdKeyOf(9, { label: 'Production' });
    const { calls } = showConnect({}, [], {
      'DELETE /integrations/3/keys/jjjjjjjj': () => new Response(null, { status: 204 }),
    });
    const keys = await keysPart();
    await userEvent.click(await keys.findByRole('button', { name: 'Create a key' }));
    await userEvent.type(await keys.findByRole('textbox', { name: /Label/ }), 'Production');
    await userEvent.click(keys.getByRole('button', { name: 'Create key' }));
    await waitFor(async () => expect(await code()).toContain(created.key));
    await userEvent.click(await keys.findByRole('button', { name: 'Revoke Production' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Production' }));
    expect(dialog.getByText(/refused within two seconds/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(calls.some((call) => call.startsWith('DELETE'))).toBe(false);
    await userEvent.click(keys.getByRole('button', { name: 'Revoke Production' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
    await waitFor(async () => expect(await code()).toContain('YOUR_KEY'));
    expect(screen.queryByText(created.key)).toBeNull();
    expect(calls).toContain('DELETE /integrations/3/keys/jjjjjjjj');
  });

  it('keep the confirmation open and show the error if revoking fails', async () => {
    showConnect({}, [keyOf(1, { label: 'Production' })], {
      'DELETE /integrations/3/keys/bbbbbbbb': () => refusalOf(503, 'unavailable', 'Try again later'),
    });
    await userEvent.click(await (await keysPart()).findByRole('button', { name: 'Revoke Production' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await dialog.findByText('Try again later')).toBeTruthy();
  });
});
