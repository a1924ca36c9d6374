/**
 * The headers that CloudFront adds to every request it passes on to the API (infra/constructs/site.ts). The address
 * is the viewer's own, and to be believed only beside the secret: a request that did not come through CloudFront
 * can say anything.
 */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";
export const ORIGIN_SECRET_HEADER = "x-origin-secret";
