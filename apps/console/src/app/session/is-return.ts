const RETURNS =
  /^\/(dashboard|invitation|organizations\/\d+\/billing|admin\/integrations\/\d+|episodes(\/\d+)?|notifications(\/channels\/\d+)?)(?=$|[?#])/;

/**
 * Whether a login may return to this path: the dashboard with filters, an invitation, or the page of an organization, integration or
 * episode that a link leads to.
 */
export const isReturn = (path: string): boolean => RETURNS.test(path);
