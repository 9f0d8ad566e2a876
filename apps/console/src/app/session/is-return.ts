const RETURNS =
  /^\/(dashboard|invitation|organizations\/\d+\/billing|admin\/integrations\/\d+|episodes(\/\d+)?|notifications(\/channels\/\d+)?)(?=$|[?#])/;

/** A login may return to the dashboard, an invitation, or a page that messages link to (billing, integration, episodes, notifications). */
export const isReturn = (path: string): boolean => RETURNS.test(path);
