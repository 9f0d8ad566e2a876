import { errorText, firstErrorText } from '@portico/api-client';
import { toast } from '@portico/ui';
import { LOAD_FAILURE } from './tell-load-failure.ts';

/* The texts of all toasts. Where the specification defines the wording, the texts use this wording. */

const SUCCESSES = {
  integrationCreated: ['Integration created!', (name: string) => `Integration ${name} created successfully!`],
  integrationUpdated: ['Integration updated!', (name: string) => `Integration ${name} updated successfully!`],
  integrationDeleted: ['Integration deleted!', (name: string) => `Integration ${name} deleted successfully!`],
  usersAssigned: ['Organization updated!', (name: string) => `Users assigned to ${name} successfully!`],
  paymentSuccessful: ['Payment successful!', null],
  entitlementUpdated: ['Entitlement updated!', (name: string) => `Entitlement ${name} updated successfully!`],
  eventPublished: ['Event published!', (id: string) => `Event ${id} was published again.`],
} as const;

const FAILURES = {
  integrationUpdate: 'Error updating integration',
  integrationCreate: 'Error creating integration',
  integrationDelete: 'Error deleting integration',
  organizationUpdate: 'Error updating organization',
  organizationCreate: 'Error creating organization',
  organizationDelete: 'Error deleting organization',
  organizationAssign: 'Error assigning organization',
  organizationUnassign: 'Error unassigning organization',
  invitationCreate: 'Error inviting a person',
  invitationUpdate: 'Error changing the invitation',
  invitationAccept: 'Error accepting the invitation',
  memberChange: 'Error changing the member',
  keyCreate: 'Error creating key',
  connectChange: 'Error changing the integration',
  publisherName: 'Error naming publisher',
  userUpdate: 'Error updating user',
  userCreate: 'Error creating user',
  userDelete: 'Error deleting user',
  viewAccess: 'Error viewing as a customer',
  sessionEnd: 'Error ending the session',
  eventPublish: 'Error publishing event',
  episodeChange: 'Error changing the episode',
  maintenanceEnd: 'Error ending maintenance',
  silenceChange: 'Error changing the expectation',
  privacySave: 'Error saving privacy rules',
  eventReveal: 'Error revealing the event',
  load: LOAD_FAILURE,
} as const;

/** Titles of failures of public forms, which show only the first message of the response. */
const FORM_FAILURES = {
  lead: 'Error submitting lead',
  signUp: 'Error submitting sign up',
  vendor: 'Error submitting vendor',
  botCheck: 'Error verifying reCaptcha',
} as const;

const NOTICES = {
  noStripeCustomer: ['Stripe customer not found', 'Your organization does not have a Stripe account'],
  noOrganization: ['Organization not found', 'Please create or connect an organization first'],
  paymentCanceled: ['Payment canceled', 'Please try again'],
} as const;

/** @param name fills the placeholder of the text */
export const tellSuccess = (kind: keyof typeof SUCCESSES, name = ''): void => {
  const [title, text] = SUCCESSES[kind];
  toast('success', title, text?.(name));
};

export const tellFailure = (kind: keyof typeof FAILURES, error: unknown): void => {
  toast('error', FAILURES[kind], errorText(error));
};

export const tellFormFailure = (kind: keyof typeof FORM_FAILURES, error: unknown): void => {
  toast('error', FORM_FAILURES[kind], firstErrorText(error));
};

export const tellNotice = (kind: keyof typeof NOTICES): void => {
  const [title, text] = NOTICES[kind];
  toast('error', title, text);
};
