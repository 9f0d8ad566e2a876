const RETURNS =
  /^\/(dashboard|invitation|organizations\/\d+\/billing|admin\/integrations\/\d+|episodes(\/\d+)?|notifications(\/channels\/\d+)?)(?=$|[?#])/;

/**
 * Whether a login may return to this path: the dashboard with filters, an invitation, or a page that a message may link to
 * (billing, an integration, episodes, notifications).
 */
export const isReturn = (path: string): boolean => RETURNS.test(path);
