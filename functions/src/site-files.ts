/**
 * The addresses of the site's files, beside `/api`: every other one is a screen's and is answered with the shell,
 * whatever it looks like. A mailed token may hold a dot, so a dot says nothing of a file. The local server reads
 * this, and so does CloudFront's function (infra/constructs/site.ts), which is why it is one regular expression.
 */
export const SITE_FILE =
  /^\/(assets\/.+|icons\/[a-z0-9-]+\.png|sw\.js|favicon\.svg|manifest\.webmanifest|robots\.txt)$/;

/** Every other address is answered with the shell too, with the status 404 (web/src/routes.tsx). */
export const SCREEN =
  /^\/((auth|transactions|import|review|ahead|budget|goals|subscriptions|activity|settings|admin|year|index\.html|reset-password)\/?|(reset-password|verify-email|email-change|end-shares|unsubscribe|invitation)\/[^/]+\/?)?$/;
