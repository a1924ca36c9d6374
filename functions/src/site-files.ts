/**
 * The addresses of the site's files. Every other address outside `/api` is answered with the shell, even with a dot in
 * it, as a mailed token may have one. One regular expression, because CloudFront's function uses it as well as the
 * local server (infra/constructs/site.ts).
 */
export const SITE_FILE =
  /^\/(assets\/.+|icons\/[a-z0-9-]+\.png|sw\.js|favicon\.svg|manifest\.webmanifest|robots\.txt)$/;

/** The addresses of screens (web/src/routes.tsx). Others are answered with the shell and status 404. */
export const SCREEN =
  /^\/((auth|transactions|import|review|ahead|budget|goals|subscriptions|activity|settings|admin|year|index\.html|reset-password)\/?|(reset-password|verify-email|email-change|end-shares|unsubscribe|invitation)\/[^/]+\/?)?$/;
