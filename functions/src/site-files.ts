/**
 * The addresses of the site's files, beside `/api`: every other one is a screen's and is answered with the shell,
 * whatever it looks like. A mailed token may hold a dot, so a dot says nothing of a file. The local server reads
 * this, and so does CloudFront's function (infra/constructs/site.ts), which is why it is one regular expression.
 */
export const SITE_FILE =
  /^\/(assets\/.+|icons\/[a-z0-9-]+\.png|sw\.js|favicon\.svg|manifest\.webmanifest|robots\.txt)$/;

/**
 * The addresses of the screens (web/src/routes.tsx). Every other one is answered with the shell too, which shows that
 * the page is not there, and with the status 404. One regular expression, for the same readers.
 */
export const SCREEN =
  /^\/((auth|transactions|import|budget|goals|subscriptions|activity|settings|admin|year|index\.html|reset-password)\/?|(reset-password|verify-email|email-change|end-shares|unsubscribe|invitation)\/[^/]+\/?)?$/;
