/**
 * Who views a screen: a signed-out visitor, an account of the demo, a client with a product in the cart, an administrator
 * with a cart and a selected customer, or a client whose memberships fail to load.
 */
export type Viewer = 'visitor' | 'admin' | 'buyer' | 'client' | 'lead' | 'unlucky';

/** Placeholder in a URL for the id of a paid checkout. */
export const PAID = '{paid}';

/**
 * Every route, its viewer, and the text it shows once it is loaded. The one integration and the one organization that are
 * there have the id 1.
 */
export const SCREENS: readonly [path: string, viewer: Viewer, content: string][] = [
  ['/', 'visitor', 'See every integration at work.'],
  ['/signup', 'visitor', 'Sign up'],
  ['/leads/new', 'visitor', 'Request a demo'],
  ['/vendors/sign-up', 'visitor', 'Register as a vendor'],
  ['/callback?error=access_denied&state=none', 'visitor', 'Invalid state'],
  ['/dashboard', 'admin', 'Integration Events'],
  ['/dashboard?status=FAILURE&query=payrun&range=90d', 'admin', 'payrun.completed'],
  ['/dashboard?query=nothing+like+it', 'admin', 'No results.'],
  ['/dashboard?view=product', 'admin', 'Portico'],
  ['/dashboard?view=bar-coding', 'admin', ''],
  ['/dashboard', 'client', 'You are not currently assigned to any organization.'],
  ['/episodes', 'admin', 'Episodes'],
  ['/episodes?state=over', 'client', 'Episodes'],
  ['/episodes/1', 'client', 'The episode could not be loaded'],
  ['/notifications', 'client', 'Notifications'],
  ['/notifications?tab=rules', 'admin', 'Notifications'],
  ['/notifications?tab=channels', 'admin', 'Notifications'],
  ['/notifications?tab=maintenance', 'admin', 'Notifications'],
  ['/notifications/channels/1', 'client', 'The channel could not be loaded'],
  ['/acknowledge', 'visitor', 'This link has expired'],
  ['/verify-channel#none', 'visitor', 'Verify this e-mail address'],
  ['/confirm-email#none', 'visitor', 'Confirm this e-mail address'],
  ['/cancel-email#none', 'visitor', 'Keep your e-mail address'],
  ['/silence', 'admin', 'Silence'],
  ['/rejected', 'admin', 'not json'],
  ['/rejected', 'client', 'Nothing was rejected.'],
  ['/dead-letters', 'admin', 'No dead letters.'],
  ['/invitation#none', 'client', 'This invitation cannot be accepted'],
  ['/dashboard', 'unlucky', 'Unexpected Application Error!'],
  ['/products', 'lead', 'Products'],
  ['/checkout', 'client', 'Order summary'],
  ['/checkout', 'buyer', 'Order summary'],
  ['/checkout/canceled', 'client', 'Order summary'],
  ['/checkout/success?session_id=cs_test_none', 'client', 'Your payment could not be confirmed'],
  [`/checkout/success?session_id=${PAID}`, 'buyer', 'Payment successful!'],
  ['/billing', 'admin', 'Choose an organization'],
  ['/billing', 'buyer', 'Stripe customer'],
  ['/billing/entitlements', 'admin', 'Choose an organization'],
  ['/billing/entitlements', 'buyer', 'Bank accounts'],
  ['/billing/meters', 'admin', 'No meter'],
  ['/organizations/1/billing', 'buyer', 'Next charge'],
  ['/organizations/1/billing', 'client', 'Organization not found'],
  ['/organizations/1', 'admin', 'Overview'],
  ['/organizations/1/people', 'admin', 'Assign users'],
  ['/organizations/1/integrations', 'admin', 'payroll'],
  ['/organizations/1/looked', 'admin', 'Lists and live views count once'],
  ['/audit', 'admin', 'Every change and every look at events.'],
  ['/organizations/1/settings', 'admin', 'Stripe customer ID'],
  ['/admin', 'admin', 'Users'],
  ['/admin/users', 'admin', 'Users'],
  ['/admin/organizations', 'admin', 'Organizations'],
  ['/admin/integrations', 'admin', 'Integration Manager'],
  ['/admin/integrations/1', 'admin', 'Failing most'],
  ['/admin/integrations/1?tab=events', 'admin', 'payrun.completed'],
  ['/admin/integrations/1?tab=events&test=on', 'admin', 'No test events.'],
  ['/admin/integrations/1?tab=rejected', 'admin', 'Nothing was rejected.'],
  ['/admin/integrations/1?tab=connect', 'admin', 'Create a key'],
  ['/connect', 'client', 'No integration to connect'],
  ['/connect', 'admin', 'payroll'],
  ['/connect/1', 'admin', 'Create a key'],
  ['/connect/1?test=on', 'admin', 'No test events.'],
  ['/connect/1', 'client', 'The integration could not be loaded'],
  ['/connect/1/hooks', 'admin', 'No webhooks yet.'],
  ['/connect/1/hooks', 'client', 'The webhooks could not be loaded'],
  ['/admin/functions', 'admin', 'Functions'],
];
/** They only redirect. */
export const REDIRECTS = ['/$', '/admin/$', '/billing/$', '/login'];
