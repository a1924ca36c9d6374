/**
 * The headers that CloudFront adds to requests for the API (infra/constructs/site.ts). The viewer's address is to be
 * trusted only beside the secret: a request that did not come through CloudFront can carry any.
 */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";
export const ORIGIN_SECRET_HEADER = "x-origin-secret";
