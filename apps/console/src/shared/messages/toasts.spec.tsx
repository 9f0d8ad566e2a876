import { describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { ApiError } from '@portico/api-client';
import { ToastRegion } from '@portico/ui';
import { tellFailure, tellFormFailure, tellNotice, tellSuccess } from './toasts.ts';

const refusal = (message: string | string[]) =>
  new ApiError({ type: 'about:blank', title: 'x', status: 400, code: 'validation_failed', message });
const TWO_FAULTS = refusal(['Name is short', 'E-mail is wrong']);

describe('toasts', () => {
  // spec: 8.4, 8.5, 8.6, 8.7, 8.8, 8.9, 8.10, 8.11, 8.12, 8.13, 8.14, 8.15, 8.16, 8.17, 8.18, 8.19, 8.20, 8.21, 8.22, 8.23, 8.24, 8.33
  it.each<[() => void, title: string, text: string]>([
    [
      () => tellSuccess('integrationUpdated', 'payroll'),
      'Integration updated!',
      'Integration payroll updated successfully!',
    ],
    [
      () => tellSuccess('integrationCreated', 'payroll'),
      'Integration created!',
      'Integration payroll created successfully!',
    ],
    [
      () => tellSuccess('integrationDeleted', 'payroll'),
      'Integration deleted!',
      'Integration payroll deleted successfully!',
    ],
    [() => tellSuccess('usersAssigned', 'Acme'), 'Organization updated!', 'Users assigned to Acme successfully!'],
    [() => tellSuccess('paymentSuccessful'), 'Payment successful!', ''],
    [
      () => tellFailure('integrationUpdate', TWO_FAULTS),
      'Error updating integration',
      'Name is short. E-mail is wrong',
    ],
    [() => tellFailure('integrationCreate', new Error('x')), 'Error creating integration', 'An unknown error occurred'],
    [
      () => tellFailure('organizationUpdate', TWO_FAULTS),
      'Error updating organization',
      'Name is short. E-mail is wrong',
    ],
    [() => tellFailure('organizationCreate', refusal('No.')), 'Error creating organization', 'No.'],
    [() => tellFailure('userUpdate', refusal('No.')), 'Error updating user', 'No.'],
    [() => tellFailure('userCreate', refusal('No.')), 'Error creating user', 'No.'],
    [() => tellFailure('organizationAssign', refusal('No.')), 'Error assigning organization', 'No.'],
    [() => tellFailure('organizationUnassign', refusal('No.')), 'Error unassigning organization', 'No.'],
    [() => tellFailure('load', refusal('No.')), 'There was an error:', 'No.'],
    [() => tellFormFailure('lead', TWO_FAULTS), 'Error submitting lead', 'Name is short'],
    [() => tellFormFailure('signUp', TWO_FAULTS), 'Error submitting sign up', 'Name is short'],
    [() => tellFormFailure('vendor', TWO_FAULTS), 'Error submitting vendor', 'Name is short'],
    [() => tellFormFailure('botCheck', TWO_FAULTS), 'Error verifying reCaptcha', 'Name is short'],
    [
      () => tellNotice('noStripeCustomer'),
      'Stripe customer not found',
      'Your organization does not have a Stripe account',
    ],
    [() => tellNotice('noOrganization'), 'Organization not found', 'Please create or connect an organization first'],
    [() => tellNotice('paymentCanceled'), 'Payment canceled', 'Please try again'],
  ])('show their title and text: case %#', async (notify, title, text) => {
    render(<ToastRegion />);
    act(notify);
    const shown = await screen.findAllByText(title);
    await waitFor(() => expect(shown[0]?.closest('li')?.textContent).toBe(title + text));
  });
});
