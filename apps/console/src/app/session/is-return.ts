const RETURNS = /^\/(dashboard|invitation|organizations\/\d+\/billing|admin\/integrations\/\d+)(?=$|[?#])/;

/**
 * Whether login may lead to this path of the console: the dashboard with its filters, the link of an invitation, or the page
 * of one organization or integration that somebody shared.
 */
export const isReturn = (path: string): boolean => RETURNS.test(path);
