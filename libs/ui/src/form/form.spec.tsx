import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { z } from 'zod';
import { Select } from '../select/select.tsx';
import { Switch } from '../switch/switch.tsx';
import { TextField } from '../text-field/text-field.tsx';
import { FormActions, SubmitButton } from './form-parts.tsx';
import { Form } from './form.tsx';
import type { FormError, Submission } from './use-schema-form.ts';

const Integration = z
  .object({
    name: z.string().trim().min(2, 'Name should be at least 2 letters long'),
    billingEmail: z.email('Email should be a valid email').nullish(),
    instanceUrl: z.preprocess((value) => (value === '' ? null : value), z.url().nullish()),
    integrationType: z.enum(['lambda', 'other']),
    accountId: z.string().nullish(),
    active: z.boolean().optional(),
  })
  .refine(({ name, accountId }) => name !== accountId, 'Name and account must differ');
type Integration = z.infer<typeof Integration>;

const onSubmit = jest.fn<(values: Integration, submission: Submission<Integration>) => Promise<void>>();
const explain = (error: unknown): FormError => (error instanceof Refused ? error.refusal : { text: 'Unknown' });
class Refused extends Error {
  constructor(readonly refusal: FormError) {
    super(refusal.text);
  }
}
const OPTIONS = [
  { value: 'lambda' as const, text: 'Lambda' },
  { value: 'other' as const, text: 'Other' },
];
const PAYROLL = {
  name: 'Payroll',
  billingEmail: 'pay@acme.test',
  instanceUrl: null,
  integrationType: 'other' as const,
  active: true,
};

const show = (defaults: Partial<typeof PAYROLL> = {}) =>
  render(
    <Form
      schema={Integration}
      // The cast is needed because a new form has no type selected yet.
      defaultValues={defaults as typeof PAYROLL}
      onSubmit={onSubmit}
      explain={explain}
    >
      {({ field, isChanged }) => (
        <>
          <TextField {...field('name')} label="Name" isRequired />
          <Select {...field('integrationType')} label="Integration type" options={OPTIONS} isRequired />
          {field('integrationType').value === 'lambda' && <TextField {...field('accountId')} label="Account ID" />}
          <TextField {...field('billingEmail', { emptyAs: null })} label="Email" />
          <TextField {...field('instanceUrl')} label="URL" />
          <Switch {...field('active')} label="Active" />
          <FormActions>
            <SubmitButton>Save</SubmitButton>
          </FormActions>
          <output>{isChanged ? 'changed' : 'as saved'}</output>
        </>
      )}
    </Form>,
  );
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const fault = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('');
const type = () => screen.getByRole('button', { name: /Integration type$/ });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const alert = async () => (await screen.findByRole('alert')).textContent;

beforeEach(() => void onSubmit.mockReset().mockResolvedValue());

describe('Form', () => {
  // spec: 5.28
  it('shows no errors until submitted, then focuses the first invalid field', async () => {
    show();
    await userEvent.type(box('Email'), 'nobody');
    await userEvent.tab();
    expect(fault(box('Email'))).toBe('');
    await save();
    await waitFor(() => expect(fault(box('Name'))).toBe('Required'));
    expect(fault(type())).toBe('Required');
    expect(fault(box('Email'))).toBe('Email should be a valid email');
    expect(document.activeElement).toBe(box('Name'));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('validates after every change after the first submission', async () => {
    show(PAYROLL);
    await userEvent.clear(box('Name'));
    await userEvent.type(box('Name'), 'P{Enter}');
    await waitFor(() => expect(fault(box('Name'))).toBe('Name should be at least 2 letters long'));
    await userEvent.type(box('Name'), 'a');
    await waitFor(() => expect(fault(box('Name'))).toBe(''));
    await userEvent.type(box('Name'), '{Backspace}');
    await waitFor(() => expect(fault(box('Name'))).toBe('Name should be at least 2 letters long'));
  });

  it('submits the parsed values, and separately the changed values', async () => {
    show(PAYROLL);
    expect(screen.getByRole('status').textContent).toBe('as saved');
    await userEvent.type(box('Name'), '!');
    await userEvent.type(box('Name'), '{Backspace}');
    await userEvent.clear(box('Email'));
    await userEvent.type(box('URL'), 'https://acme.test');
    expect(screen.getByRole('status').textContent).toBe('changed');
    await save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
    const [values, submission] = onSubmit.mock.calls[0] ?? [];
    expect(values).toEqual({ ...PAYROLL, billingEmail: null, instanceUrl: 'https://acme.test' });
    expect(values && submission?.changed(values)).toEqual({ billingEmail: null, instanceUrl: 'https://acme.test' });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('as saved'));
  });

  it("shows 'Please wait' and submits once while the request is pending", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onSubmit.mockReturnValue(promise);
    show(PAYROLL);
    await save();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Please wait' })).disabled).toBe(true);
    await userEvent.type(box('Name'), '{Enter}');
    resolve();
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });
});

describe('a Form rejected by the server', () => {
  const refuse = (refusal: FormError) => void onSubmit.mockRejectedValue(new Refused(refusal));

  it('shows faults under their fields and other messages above the form, and keeps the input', async () => {
    refuse({
      text: 'name: is taken. plan: has ended',
      faults: [
        { pointer: '/plan', message: 'The plan has ended' },
        { pointer: '/name', message: 'Name is taken' },
        { pointer: '/accountId', message: 'Account is closed' },
      ],
    });
    show(PAYROLL);
    await userEvent.type(box('Name'), ' 2');
    await save();
    expect(await alert()).toBe('The plan has ended. Account is closed');
    expect(fault(box('Name'))).toBe('Name is taken');
    expect(box('Name').value).toBe('Payroll 2');
    expect(document.activeElement).toBe(box('Name'));
    await userEvent.type(box('Name'), '3');
    await waitFor(() => expect(fault(box('Name'))).toBe(''));
  });

  it('shows and focuses the general error, and clears it with the next attempt', async () => {
    refuse({ text: 'The server cannot be reached.' });
    show(PAYROLL);
    await save();
    expect(await alert()).toBe('The server cannot be reached.');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('The server cannot be reached.'));
    onSubmit.mockResolvedValue();
    await save();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('shows a fault above the form if its field is not rendered', async () => {
    show({ ...PAYROLL, billingEmail: null as never });
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('lam');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Account ID' }), 'Payroll');
    await save();
    expect(await alert()).toBe('Name and account must differ');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('focuses the first invalid field on the screen, even if it was rendered last', async () => {
    refuse({
      text: '',
      faults: [
        { pointer: '/instanceUrl', message: 'No answer' },
        { pointer: '/accountId', message: 'Unknown account' },
      ],
    });
    show(PAYROLL);
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('lam');
    await screen.findByRole('textbox', { name: 'Account ID' });
    await save();
    await waitFor(() => expect(document.activeElement).toBe(box('Account ID')));
  });
});
