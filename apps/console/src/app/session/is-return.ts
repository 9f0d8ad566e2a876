const RETURNS =
  /^\/(dashboard|invitation|organizations\/\d+\/billing|admin\/integrations\/\d+|episodes(\/\d+)?|notifications(\/channels\/\d+)?)(?=$|[?#])/;

/**
 * Whether login may lead to this path of the console: the dashboard with its filters, the link of an invitation, or the page
 * of one organization, integration or episode that somebody shared or a message leads to.
 */
export const isReturn = (path: string): boolean => RETURNS.test(path);
